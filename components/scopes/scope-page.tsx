import type { ReactNode } from 'react';
import { patternRemark } from '@/components/scopes/pattern-remark';
import { ScopeLedger } from '@/components/scopes/scope-ledger';
import { ScopeStateBadge } from '@/components/scopes/scope-state';
import { PageHead, TopBar } from '@/components/shell/page-head';
import { AgentText } from '@/components/ui/agent-text';
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-shapes';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Panel, Row, Rows, Section } from '@/components/ui/rows';
import { TextLink } from '@/components/ui/text-button';
import type {
  AllowedPathView,
  LedgerCheckedView,
  OffLimitsPathView,
  ScopePageView,
  WhoWhere,
  WideningView,
} from '@/lib/scopes/view';

/** The page of one scope: its contract, what was added and stopped, and its ledger. `isOlder` says that the newest lines are on another page. */
export function ScopePage(props: {
  scope: ScopePageView;
  /** The scope that it replaced. */
  replacesId?: string;
  checked: LedgerCheckedView;
  isOlder: boolean;
}) {
  const { scope } = props;
  const { contract, widenings } = scope;
  return (
    <>
      <TopBar href="/scopes" label="Scopes" />
      <PageHead
        afterTopBar
        title={<AgentText text={scope.project ?? scope.agentLabel} />}
        detail={<StorySentence scope={scope} />}
      />
      <div className="flex flex-wrap items-center gap-2 px-(--gutter) wide:px-0">
        <ScopeStateBadge state={scope.state} />
        <Checks scope={scope} />
      </div>
      <Elsewhere scope={scope} replacesId={props.replacesId} />
      <Section title="May change">
        <Rows kind="icons">
          {contract.allowed.map((pattern, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: patterns never move, and two may be alike.
            <PatternRow key={index} pattern={pattern} icon="check" tone="text-accent" />
          ))}
          {contract.allowed.length === 0 && (
            <Row
              title={contract.checksNothing ? 'No path is named' : 'Everything else in its repository'}
              glyph={glyph('check', 'text-faint')}
            />
          )}
          {widenings.map((widening) => (
            <WideningRow key={`${widening.questionId} ${widening.path}`} widening={widening} />
          ))}
        </Rows>
      </Section>
      {contract.offLimits.length > 0 && (
        <Section title="Will not touch">
          <Rows kind="icons">
            {contract.offLimits.map((pattern, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <OffLimitsRow key={index} pattern={pattern} />
            ))}
          </Rows>
        </Section>
      )}
      {contract.promises.length > 0 && (
        <Section title="Promised, not checked" foot="Nod checks paths. It cannot check a promise.">
          <Rows kind="icons">
            {contract.promises.map((promise, index) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                key={index}
                glyph={glyph('promise', 'text-faint')}
                title={<AgentText text={promise} className="font-normal" />}
              />
            ))}
          </Rows>
        </Section>
      )}
      <Section title="Done when">
        <Panel>
          <AgentText text={contract.doneWhen} />
        </Panel>
      </Section>
      <ScopeLedger scope={scope} checked={props.checked} isOlder={props.isOlder} />
    </>
  );
}

function StorySentence({ scope }: { scope: ScopePageView }) {
  const { agentLabel, machineId, state, settledAt, proposedAt, ratifiedBy } = scope;
  return (
    <>
      <AgentText text={agentLabel} />
      {machineId !== undefined && (
        <>
          {' '}
          on <AgentText text={machineId} />
        </>
      )}
      .{' '}
      {ratifiedBy !== undefined && settledAt !== undefined ? (
        <>
          <AgentText text={whoWords(ratifiedBy)} /> agreed to this scope at{' '}
          <RelativeTime at={settledAt} words="clock" />
          {ratifiedBy.where !== undefined && `, ${ratifiedBy.where}`}.
        </>
      ) : (
        <>
          Proposed at <RelativeTime at={proposedAt} words="clock" />
          {state === 'declined' && ' and not agreed to'}.
        </>
      )}
    </>
  );
}

const whoWords = ({ byYou, name }: WhoWhere): string => (byYou ? 'You' : (name ?? 'Somebody'));

/** What Nod does about it, claimed only where it is so. */
function Checks({ scope: { state, contract, hookSeen } }: { scope: ScopePageView }) {
  if (state !== 'ratified' && state !== 'proposed') return null;
  if (contract.checksNothing) return <Badge>Nothing is checked</Badge>;
  return <Badge>{hookSeen ? 'Paths checked by the hook' : 'Not checked: no hook has reported'}</Badge>;
}

/** Where else to look: the question that waits, the scope that took its place, the session. */
function Elsewhere({ scope, replacesId }: { scope: ScopePageView; replacesId: string | undefined }) {
  const { state, questionId, agentSessionId, replacedById } = scope;
  return (
    <>
      {state === 'proposed' && (
        <div className="pt-4">
          <Notice icon="scope" tone="blue" title="This scope waits for your answer">
            <TextLink href={`/q/${questionId}`}>Answer it</TextLink>
          </Notice>
        </div>
      )}
      <p className="flex flex-wrap gap-x-5 px-(--gutter) pt-1 wide:px-0">
        {replacedById !== undefined && <TextLink href={`/scopes/${replacedById}`}>The scope that replaced it</TextLink>}
        {replacesId !== undefined && <TextLink href={`/scopes/${replacesId}`}>The scope before it</TextLink>}
        {agentSessionId !== undefined && <TextLink href={`/sessions/${agentSessionId}`}>Its session</TextLink>}
        {state !== 'proposed' && <TextLink href={`/q/${questionId}`}>Its question</TextLink>}
      </p>
    </>
  );
}

const glyph = (icon: IconName, tone: string): ReactNode => (
  <span className={tone}>
    <Icon name={icon} />
  </span>
);

function PatternRow(props: { pattern: AllowedPathView; icon: IconName; tone: string }) {
  const remark = patternRemark(props.pattern);
  return (
    <Row
      glyph={glyph(props.icon, props.tone)}
      title={<AgentText text={props.pattern.pattern} className="mono font-normal" />}
      detail={remark === undefined ? undefined : <AgentText text={remark} />}
    />
  );
}

function OffLimitsRow({ pattern }: { pattern: OffLimitsPathView }) {
  const { stoppedCount, lastStoppedAt } = pattern;
  const stopped = stoppedCount > 0 ? `${stoppedCount} ${stoppedCount === 1 ? 'edit' : 'edits'} stopped` : undefined;
  const detail = [stopped, patternRemark(pattern)].filter(Boolean).join('. ');
  return (
    <Row
      glyph={glyph('cross', 'text-danger')}
      title={<AgentText text={pattern.pattern} className="mono font-normal" />}
      detail={detail === '' ? undefined : <AgentText text={detail} />}
      end={lastStoppedAt === undefined ? undefined : <RelativeTime at={lastStoppedAt} words="clock" />}
    />
  );
}

function WideningRow({ widening }: { widening: WideningView }) {
  const { path, at, questionId, question } = widening;
  const who = whoWords(widening);
  return (
    <Row
      href={`/q/${questionId}`}
      glyph={glyph('plus', 'text-accent')}
      title={<AgentText text={path} className="mono font-normal" />}
      detail={
        <>
          Added by <AgentText text={widening.byYou ? 'you' : who} />
          {question !== undefined && (
            <>
              , for “<AgentText text={question} />”
            </>
          )}
        </>
      }
      end={<RelativeTime at={at} words="clock" />}
    />
  );
}
