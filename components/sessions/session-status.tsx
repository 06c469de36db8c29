import { RelativeTime } from '@/components/ui/relative-time';
import { Status, type StatusShape } from '@/components/ui/status';

export type SessionEntry = {
  id: string;
  agent: string;
  project?: string;
  status: 'waiting' | 'active' | 'idle' | 'errored' | 'offline';
  /** ISO time: since when it waits, or when it was seen last. */
  since: string;
  ended: boolean;
  /** ISO time, while it or everything is stopped. */
  stoppedUntil?: string;
  lastAction?: string;
  question?: { id: string; text: string };
  questionCount: number;
};

const states: Record<SessionEntry['status'], { shape: StatusShape; word: string; live?: boolean }> = {
  waiting: { shape: 'waiting', word: 'Waits for you', live: true },
  active: { shape: 'active', word: 'Active', live: true },
  idle: { shape: 'idle', word: 'Idle' },
  errored: { shape: 'error', word: 'Error' },
  offline: { shape: 'offline', word: 'Offline' },
};

/** A session's state as shape, word and time; a stop says until when. */
export function SessionStatus(props: { session: SessionEntry }) {
  const { status, since, stoppedUntil } = props.session;
  if (stoppedUntil !== undefined && status !== 'offline') {
    return (
      <span className="flex flex-wrap items-center gap-x-1.5 text-small text-muted">
        <Status shape="idle" word="Stopped" />
        <span className="whitespace-nowrap">
          until <RelativeTime at={stoppedUntil} words="clock" />
        </span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-small text-muted">
      <Status {...states[status]} />
      <span className="whitespace-nowrap">
        · <RelativeTime at={since} words="short" />
      </span>
    </span>
  );
}
