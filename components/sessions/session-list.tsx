import Link from 'next/link';
import { type SessionEntry, SessionStatus } from '@/components/sessions/session-status';
import { LiftStop, StopAgents } from '@/components/sessions/stop-agents';
import { AgentText } from '@/components/ui/agent-text';
import { ButtonLink } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Monogram } from '@/components/ui/monogram';
import { Rows, rowClass } from '@/components/ui/rows';

/** Sessions, one a row: who, on what, its state, what it does or asks. The row leads to its page; its buttons lie above that link. */
export function SessionList(props: { sessions: SessionEntry[]; canStop: boolean; allStoppedUntil?: string }) {
  return (
    <Rows>
      {props.sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          canStop={props.canStop}
          allStoppedUntil={props.allStoppedUntil}
        />
      ))}
    </Rows>
  );
}

/** The project leads, the agent follows: several agents of one kind are the usual case. */
export function SessionName(props: { session: Pick<SessionEntry, 'agent' | 'project'> }) {
  const { agent, project } = props.session;
  if (project === undefined) return <AgentText text={agent} />;
  return (
    <>
      <AgentText text={project} /> <AgentText text={agent} className="font-normal text-muted" />
    </>
  );
}

function SessionRow(props: { session: SessionEntry; canStop: boolean; allStoppedUntil?: string }) {
  const { session, canStop, allStoppedUntil } = props;
  const path = `/sessions/${session.id}`;
  const glyph = <Monogram name={session.agent} />;
  return (
    <li className="hairline relative">
      <div className={classes(rowClass({ glyph, top: true }), 'has-[a:hover]:bg-hover')}>
        {glyph}
        <div className="min-w-0">
          <Link
            href={path}
            className="line-clamp-2 font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
          >
            <SessionName session={session} />
          </Link>
          <SessionStatus session={{ ...session, stoppedUntil: session.stoppedUntil ?? allStoppedUntil }} />
          <LastLine session={session} />
          {session.question && <Answer session={session} canAnswer={canStop} />}
        </div>
        <div className="relative z-10 text-right text-small text-muted">
          {session.ended ? (
            <span className="block pt-0.5">Ended</span>
          ) : (
            canStop && <RowControl session={session} path={path} allStopped={allStoppedUntil !== undefined} />
          )}
        </div>
      </div>
    </li>
  );
}

function LastLine({ session }: { session: SessionEntry }) {
  const line = session.question?.text ?? session.lastAction;
  if (line === undefined) return null;
  const isCommand = session.question === undefined && line.startsWith('$ ');
  return (
    <p className={classes('mt-0.5 line-clamp-2 text-small wrap-anywhere', isCommand && 'mono text-[.8125rem]!')}>
      <AgentText text={line} />
    </p>
  );
}

/** One question is answered at its page; several are listed on the session's. */
function Answer({ session, canAnswer }: { session: SessionEntry; canAnswer: boolean }) {
  const { id, question, questionCount } = session;
  const href = questionCount === 1 ? `/q/${question?.id}` : `/sessions/${id}`;
  return (
    <ButtonLink href={href} look={canAnswer ? 'primary' : 'default'} size="small" className="relative z-10 mt-2.5">
      {canAnswer ? 'Answer' : 'Read'}
      {questionCount > 1 && ` ${questionCount}`}
    </ButtonLink>
  );
}

function RowControl(props: { session: SessionEntry; path: string; allStopped: boolean }) {
  const { session, path, allStopped } = props;
  // What everything is stopped by is lifted at the top of the page.
  if (allStopped || session.status === 'offline') return null;
  if (session.stoppedUntil !== undefined)
    return (
      <LiftStop action={`${path}/resume`}>
        Lift<span className="sr-only"> the stop of {session.project ?? session.agent}</span>
      </LiftStop>
    );
  return (
    <StopAgents
      action={`${path}/stop`}
      title={`Stop ${session.agent}${session.project ? ` on ${session.project}` : ''}?`}
      confirm="Stop this session"
    >
      Stop<span className="sr-only"> {session.project ?? session.agent}</span>
    </StopAgents>
  );
}
