import { ScopeStateBadge } from '@/components/scopes/scope-state';
import { sizeWords } from '@/components/scopes/scope-words';
import { PageHead } from '@/components/shell/page-head';
import { AgentText } from '@/components/ui/agent-text';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Monogram } from '@/components/ui/monogram';
import { RelativeTime } from '@/components/ui/relative-time';
import { Row, Rows, Section } from '@/components/ui/rows';
import type { ScopeListView, ScopeSummary } from '@/lib/scopes/view';

/** Every session that had a scope: what is in force, what waits, what was before. `isOlder` says that the newest are on another page. */
export function ScopeList(props: { scopes: ScopeListView; isOlder: boolean }) {
  const { inForce, proposed, earlier, nextCursor } = props.scopes;
  const isEmpty = inForce.length + proposed.length + earlier.length === 0;
  if (isEmpty && !props.isOlder) return <NoScopes />;
  return (
    <>
      <PageHead title="Scopes" detail={props.isOlder ? 'What was agreed to before' : sentenceOf(props.scopes)} />
      <Part title="In force" scopes={inForce} />
      <Part title="Waits for you" scopes={proposed} />
      <Part title="Earlier" scopes={earlier} />
      {(props.isOlder || nextCursor !== undefined) && (
        <nav aria-label="Pages" className="flex gap-3 px-(--gutter) pt-6 wide:px-0">
          {props.isOlder && <ButtonLink href="/scopes">Newest</ButtonLink>}
          {nextCursor !== undefined && (
            <ButtonLink href={`/scopes?cursor=${encodeURIComponent(nextCursor)}`}>Older</ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function sentenceOf({ inForce, proposed }: ScopeListView): string {
  const force = inForce.length === 0 ? 'None is in force' : `${inForce.length} in force`;
  return proposed.length === 0
    ? force
    : `${force}, ${proposed.length} ${proposed.length === 1 ? 'waits' : 'wait'} for you`;
}

function Part(props: { title: string; scopes: ScopeSummary[] }) {
  if (props.scopes.length === 0) return null;
  return (
    <Section title={props.title}>
      <Rows>
        {props.scopes.map((scope) => (
          <ScopeRow key={scope.id} scope={scope} />
        ))}
      </Rows>
    </Section>
  );
}

function ScopeRow({ scope }: { scope: ScopeSummary }) {
  const { id, state, questionId, agentLabel, project, doneWhen, proposedAt, settledAt } = scope;
  const isSettled = state !== 'proposed' && state !== 'ratified';
  return (
    <Row
      href={state === 'proposed' ? `/q/${questionId}` : `/scopes/${id}`}
      top
      glyph={<Monogram name={agentLabel} />}
      title={
        <span className="line-clamp-2">
          <AgentText text={project ?? agentLabel} />
          {project !== undefined && <AgentText text={` ${agentLabel}`} className="font-normal text-muted" />}
        </span>
      }
      detail={
        <>
          <span className="line-clamp-2">
            <AgentText text={doneWhen} />
          </span>
          {sizeWords(scope)}
        </>
      }
      end={
        <span className="grid justify-items-end gap-1">
          <RelativeTime at={settledAt ?? proposedAt} words="clock" />
          {isSettled && <ScopeStateBadge state={state} />}
        </span>
      }
    />
  );
}

/** What a scope is, for who has never seen one. */
function NoScopes() {
  return (
    <>
      <PageHead title="Scopes" />
      <EmptyState title="No agent has a scope" action={<ButtonLink href="/keys">Connect an agent</ButtonLink>}>
        A scope is what an agent may change, agreed to once: it proposes paths with the tool{' '}
        <code className="mono whitespace-nowrap">propose_scope</code>, you say yes, and only edits outside of them come
        to you. Ask your agent to propose one before a longer task.
      </EmptyState>
    </>
  );
}
