import type { MemberActor, Role } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { isId, newId } from '@/lib/ids';
import { log } from '@/lib/log';

/** How long a signed-in browser stays signed in without being used, in days. */
export const sessionDays = 60;

/** A web session that was just opened, and whose it is. */
export interface OpenedSession {
  personId: string;
  webSessionId: string;
}

/** Opens a web session for a person in their workspace; undefined when they have none. */
export async function openWebSession(personId: string, userAgent: string): Promise<string | undefined> {
  const id = newId();
  const rows = await query(
    `INSERT INTO web_session (id, person_id, member_id, user_agent, expires_at)
     SELECT $1, person_id, id, $3, nod_now() + $4::int * interval '1 day' FROM member WHERE person_id = $2 AND removed_at IS NULL
      ORDER BY created_at LIMIT 1 RETURNING id`,
    [id, personId, userAgent.slice(0, 300), sessionDays],
  );
  return rows.length > 0 ? id : undefined;
}

interface SessionRow {
  member_id: string;
  person_id: string;
  workspace_id: string;
  workspace_name: string;
  email: string;
  name: string;
  role: Role;
  stale: boolean;
}

/** The member behind a web session; undefined when it was revoked, ran out, or the member was removed. */
export async function memberOfSession(webSessionId: string): Promise<MemberActor | undefined> {
  if (!isId(webSessionId)) return undefined;
  const rows = await query<SessionRow>(
    `SELECT member.id AS member_id, member.person_id, member.workspace_id, workspace.name AS workspace_name, email, person.name, role,
            last_seen_at < nod_now() - interval '5 minutes' AS stale
       FROM web_session JOIN member ON member.id = member_id JOIN person ON person.id = member.person_id
       JOIN workspace ON workspace.id = member.workspace_id
      WHERE web_session.id = $1 AND revoked_at IS NULL AND expires_at > nod_now() AND removed_at IS NULL`,
    [webSessionId],
    'member-of-session',
  );
  const row = rows[0];
  if (!row) return undefined;
  if (row.stale) {
    query(
      `UPDATE web_session SET last_seen_at = nod_now(), expires_at = nod_now() + $2::int * interval '1 day' WHERE id = $1`,
      [webSessionId, sessionDays],
    ).catch((error) => log.warn('a visit was not noted', { error }));
  }
  return {
    by: 'member',
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    memberId: row.member_id,
    personId: row.person_id,
    webSessionId,
    email: row.email,
    name: row.name,
    role: row.role,
  };
}

/** Ends one of a person's own web sessions at once, and the push subscription of that browser with it. */
export async function revokeWebSession(personId: string, webSessionId: string): Promise<boolean> {
  if (!isId(webSessionId)) return false;
  const rows = await query(
    `WITH ended AS (
       UPDATE web_session SET revoked_at = nod_now(), open_until = NULL WHERE id = $1 AND person_id = $2 AND revoked_at IS NULL RETURNING id
     ), silenced AS (
       UPDATE device SET status = 'unsubscribed', status_reason = 'signed out' FROM ended WHERE device.web_session_id = ended.id AND status = 'active'
     ) SELECT id FROM ended`,
    [webSessionId, personId],
  );
  return rows.length > 0;
}

export interface WebSessionView {
  id: string;
  userAgent: string;
  createdAt: string;
  lastSeenAt: string;
  isThis: boolean;
}

/** A person's live web sessions, the one in use first. */
export async function listWebSessions(actor: MemberActor): Promise<WebSessionView[]> {
  const rows = await query<{ id: string; user_agent: string; created_at: Date; last_seen_at: Date }>(
    `SELECT id, user_agent, created_at, last_seen_at FROM web_session
      WHERE person_id = $1 AND revoked_at IS NULL AND expires_at > nod_now() ORDER BY id = $2 DESC, last_seen_at DESC LIMIT 100`,
    [actor.personId, actor.webSessionId],
  );
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isThis: row.id === actor.webSessionId,
  }));
}

/** Notes that a window of this session is open now, so that it counts as reach for so many seconds; false when the session has ended. */
export async function markWindowOpen(webSessionId: string, seconds: number): Promise<boolean> {
  const rows = await query(
    `UPDATE web_session SET open_until = greatest(open_until, nod_now() + $2::int * interval '1 second')
      WHERE id = $1 AND revoked_at IS NULL AND expires_at > nod_now() RETURNING id`,
    [webSessionId, seconds],
  );
  return rows.length > 0;
}

/** Notes that the last window of this session in this process closed: it counts as reach only as long as a reload takes. */
export async function markWindowClosed(webSessionId: string, seconds: number): Promise<void> {
  await query(
    `UPDATE web_session SET open_until = nod_now() + $2::int * interval '1 second' WHERE id = $1 AND revoked_at IS NULL`,
    [webSessionId, seconds],
  );
}
