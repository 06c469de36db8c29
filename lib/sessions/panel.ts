import type { MemberActor } from '@/lib/actor';
import { type SessionRow, selectSessions } from '@/lib/sessions/sessions.sql';
import { type SessionView, sessionView } from '@/lib/sessions/view';

const mostRead = 150;
const mostEarlier = 50;
const hourMs = 3_600_000;

/** Sessions that are over stay in sight for an hour, errors for a day; then they are among the earlier ones. */
const isEarlier = ({ status, seen_ms_ago: seenMsAgo }: SessionRow): boolean =>
  (status === 'offline' && seenMsAgo > hourMs) || (status === 'errored' && seenMsAgo > 24 * hourMs);

export interface SessionPanel {
  waiting: number;
  atWork: number;
  sessions: SessionView[];
  /** What was there before, newest first, and no more than fifty. */
  earlier: SessionView[];
}

/** All sessions of the workspace, those that need the person first. */
export async function sessionPanel(actor: MemberActor): Promise<SessionPanel> {
  const rows = await selectSessions(actor.workspaceId, undefined, mostRead);
  const count = (status: SessionRow['status']) => rows.filter((row) => row.status === status).length;
  return {
    waiting: count('waiting'),
    atWork: count('active'),
    sessions: rows.filter((row) => !isEarlier(row)).map(sessionView),
    earlier: rows
      .filter(isEarlier)
      .sort((one, other) => one.seen_ms_ago - other.seen_ms_ago)
      .slice(0, mostEarlier)
      .map(sessionView),
  };
}
