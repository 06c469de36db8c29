import type { ReactNode } from 'react';
import type { QuestionView } from '@/components/question/question-view';
import { ScopeOfSession, type SessionScope } from '@/components/sessions/scope-of-session';
import { SessionName } from '@/components/sessions/session-list';
import { SessionQuestion } from '@/components/sessions/session-question';
import { type SessionEntry, SessionStatus } from '@/components/sessions/session-status';
import { type SessionEvent, SessionTimeline } from '@/components/sessions/session-timeline';
import { LiftStop, StopAgents } from '@/components/sessions/stop-agents';
import { TopBar } from '@/components/shell/page-head';
import { type Fact, Facts } from '@/components/ui/facts';
import { Monogram } from '@/components/ui/monogram';
import { Panel, Section } from '@/components/ui/rows';

const pageClass =
  'mx-auto w-full max-w-column flex-1 pb-[calc(96px+env(safe-area-inset-bottom))] wide:grid wide:max-w-(--column-wide) wide:grid-cols-[minmax(0,1fr)_288px] wide:grid-rows-[auto_auto_1fr] wide:content-start wide:items-start wide:gap-x-11 wide:px-7 wide:pt-2.5 wide:pb-16';

function Control(props: { session: SessionEntry; workspaceStopped: boolean }) {
  const { session, workspaceStopped } = props;
  const path = `/sessions/${session.id}`;
  if (session.stoppedUntil !== undefined) return <LiftStop action={`${path}/resume`}>Lift the stop</LiftStop>;
  if (workspaceStopped || session.ended) return null;
  return (
    <StopAgents
      action={`${path}/stop`}
      title={`Stop ${session.agent}${session.project ? ` on ${session.project}` : ''}?`}
      confirm="Stop this session"
      tone="red"
    >
      Stop this session
    </StopAgents>
  );
}

function Head(props: { session: SessionEntry; workspaceStoppedUntil?: string; canAct: boolean }) {
  const { session, workspaceStoppedUntil, canAct } = props;
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 px-(--gutter) pb-2 wide:grid-cols-[auto_minmax(0,1fr)_auto] wide:px-0">
      <Monogram name={session.agent} />
      <div className="min-w-0">
        <h1 className="tight text-title font-semibold wrap-anywhere">
          <SessionName session={session} />
        </h1>
        <SessionStatus session={{ ...session, stoppedUntil: session.stoppedUntil ?? workspaceStoppedUntil }} />
      </div>
      {canAct && (
        <div className="col-start-2 wide:col-start-3">
          <Control session={session} workspaceStopped={workspaceStoppedUntil !== undefined} />
        </div>
      )}
    </header>
  );
}

/** The page of one session, without its shell. On a phone the facts come before the story, which may be long. */
export function SessionPage(props: {
  session: SessionEntry;
  facts: Fact[];
  questions: QuestionView[];
  timeline: SessionEvent[];
  /** The scope in force, or else the newest one. */
  scope?: SessionScope;
  workspaceStoppedUntil?: string;
  canAct: boolean;
  notice?: ReactNode;
}) {
  const { session, questions, timeline } = props;
  return (
    <main id="main" className={pageClass}>
      <div className="wide:col-span-full">
        <TopBar href="/sessions" label="Sessions" />
      </div>
      <div className="min-w-0 wide:col-start-1">
        {props.notice}
        <Head session={session} workspaceStoppedUntil={props.workspaceStoppedUntil} canAct={props.canAct} />
        {questions.length > 0 && (
          <Section title={questions.length === 1 ? 'Waits for you' : `${questions.length} wait for you`}>
            <ol aria-label="Waiting questions">
              {questions.map((view) => (
                <SessionQuestion
                  key={view.id}
                  view={view}
                  action={`/sessions/${session.id}/answer`}
                  canAnswer={props.canAct}
                />
              ))}
            </ol>
          </Section>
        )}
      </div>
      <aside className="wide:col-start-2 wide:row-span-2 wide:row-start-2">
        <Facts title="What Nod knows" facts={props.facts} />
        {props.scope !== undefined && <ScopeOfSession scope={props.scope} />}
      </aside>
      <div className="min-w-0 wide:col-start-1 wide:row-start-3">
        {timeline.length > 0 ? (
          <SessionTimeline events={timeline} />
        ) : (
          <Section title="What happened">
            <Panel>
              <p className="text-muted">Nothing was reported yet.</p>
            </Panel>
          </Section>
        )}
      </div>
    </main>
  );
}
