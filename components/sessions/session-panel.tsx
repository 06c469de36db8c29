import { SessionList } from '@/components/sessions/session-list';
import type { SessionEntry } from '@/components/sessions/session-status';
import { StopAgents } from '@/components/sessions/stop-agents';
import { PageHead } from '@/components/shell/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';

export type Panel = {
  waiting: number;
  atWork: number;
  sessions: SessionEntry[];
  earlier: SessionEntry[];
  /** ISO time, while everything is stopped. */
  stoppedUntil?: string;
};

function stateSentence({ waiting, atWork, stoppedUntil }: Panel): string {
  if (stoppedUntil !== undefined) return 'Everything is stopped';
  const waits = waiting === 0 ? 'Nothing waits for you' : waiting === 1 ? '1 waits for you' : `${waiting} wait for you`;
  return `${waits}, ${atWork === 0 ? 'none' : atWork} at work`;
}

function Earlier(props: { sessions: SessionEntry[] }) {
  const { sessions } = props;
  if (sessions.length === 0) return null;
  return (
    <details className="group/earlier mt-6">
      <summary className="flex min-h-11 items-center gap-1.5 px-(--gutter) text-small font-semibold text-muted wide:px-1">
        Earlier
        <span className="font-normal tabular-nums">{sessions.length}</span>
        <Icon name="forward" size="small" className="rotate-90 group-open/earlier:-rotate-90" />
      </summary>
      <SessionList sessions={sessions} canStop={false} />
    </details>
  );
}

/** Every agent session: those that need the person, those at work, those that are over; and the kill switch of all. */
export function SessionPanel(props: { panel: Panel; canStop: boolean }) {
  const { panel, canStop } = props;
  const { sessions, earlier, stoppedUntil } = panel;
  const hasAny = sessions.length + earlier.length > 0;
  const mayStopAll = canStop && hasAny && stoppedUntil === undefined;
  return (
    <>
      <PageHead
        title="Sessions"
        detail={hasAny || stoppedUntil !== undefined ? stateSentence(panel) : undefined}
        action={
          mayStopAll && (
            <StopAgents action="/sessions/stop" title="Stop all agents?" confirm="Stop all agents" tone="red">
              Stop all
            </StopAgents>
          )
        }
      />
      {hasAny ? (
        <>
          {sessions.length > 0 && <SessionList sessions={sessions} canStop={canStop} allStoppedUntil={stoppedUntil} />}
          {mayStopAll && sessions.length > 0 && (
            <p className="px-(--gutter) pt-3 text-small text-muted wide:px-1">
              Stop refuses everything an agent asks, for an hour or as long as you choose, and cancels what waits. You
              can lift it earlier.
            </p>
          )}
          <Earlier sessions={earlier} />
        </>
      ) : (
        <EmptyState title="No agent yet" action={<ButtonLink href="/keys">Connect an agent</ButtonLink>}>
          A session appears here when an agent asks you something, or when its hook reports what it does.
        </EmptyState>
      )}
    </>
  );
}
