import type { Role } from '@/lib/actor';
import { query } from '@/lib/db/client';

/** What makes an invite open: not used, in time, and who made it is an owner still. Needs one_time_token as `invite`. */
const openInvite = `invite.kind = 'invite' AND invite.used_at IS NULL AND invite.expires_at > nod_now() AND EXISTS (
  SELECT 1 FROM member WHERE member.id = (invite.payload->>'invitedBy')::uuid AND member.workspace_id = invite.workspace_id AND role = 'owner' AND removed_at IS NULL)`;

/** Stores an invite; false when the actor is no owner any more. */
export async function insertInvite(invite: {
  id: string;
  workspaceId: string;
  tokenHash: Buffer;
  role: Role;
  invitedBy: string;
  days: number;
}): Promise<boolean> {
  const rows = await query(
    `INSERT INTO one_time_token (id, kind, workspace_id, token_hash, payload, expires_at)
     SELECT $1, 'invite', workspace_id, $3, jsonb_build_object('role', $4::text, 'invitedBy', id), nod_now() + $6::int * interval '1 day'
       FROM member WHERE id = $5 AND workspace_id = $2 AND role = 'owner' AND removed_at IS NULL
     RETURNING nod_tell(workspace_id, id, 'invited')`,
    [invite.id, invite.workspaceId, invite.tokenHash, invite.role, invite.invitedBy, invite.days],
  );
  return rows.length > 0;
}

export interface InviteRow {
  id: string;
  role: Role;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

/** The workspace's open invites, the newest first. */
export const selectInvites = (workspaceId: string): Promise<InviteRow[]> =>
  query<InviteRow>(
    `SELECT invite.id, invite.payload->>'role' AS role, coalesce(nullif(person.name, ''), person.email) AS invited_by, invite.created_at, invite.expires_at
       FROM one_time_token invite JOIN member ON member.id = (invite.payload->>'invitedBy')::uuid JOIN person ON person.id = person_id
      WHERE invite.workspace_id = $1 AND ${openInvite} ORDER BY invite.created_at DESC LIMIT 100`,
    [workspaceId],
  );

/** Takes an open invite back; false when there is none. */
export async function deleteInvite(workspaceId: string, id: string): Promise<boolean> {
  const rows = await query(
    `DELETE FROM one_time_token WHERE id = $2 AND workspace_id = $1 AND kind = 'invite' AND used_at IS NULL RETURNING nod_tell(workspace_id, id, 'invite_revoked')`,
    [workspaceId, id],
  );
  return rows.length > 0;
}

export interface OpenInviteRow {
  workspace_id: string;
  workspace_name: string;
  role: Role;
}

/** The invite behind a token, if it is open; changes nothing. */
export async function selectOpenInvite(tokenHash: Buffer): Promise<OpenInviteRow | undefined> {
  const rows = await query<OpenInviteRow>(
    `SELECT workspace.id AS workspace_id, workspace.name AS workspace_name, invite.payload->>'role' AS role
       FROM one_time_token invite JOIN workspace ON workspace.id = invite.workspace_id WHERE token_hash = $1 AND ${openInvite}`,
    [tokenHash],
  );
  return rows[0];
}

export interface Joining {
  tokenHash: Buffer;
  /** With a password hash the person is made; without, they exist. */
  person: { id: string; email: string; name: string; passwordHash: string | null };
  memberId: string;
  webSessionId: string;
  userAgent: string;
  sessionDays: number;
}

/**
 * Uses an invite up, makes the person if they are new, makes or revives the membership, and opens a web session: one statement, so that
 * of two who use one link exactly one gets in. A member who is in already keeps their role. False when the invite is not open.
 */
export async function joinWorkspace(joining: Joining): Promise<boolean> {
  const { person } = joining;
  const rows = await query(
    `WITH used AS (
       UPDATE one_time_token invite SET used_at = nod_now() WHERE token_hash = $1 AND ${openInvite} RETURNING workspace_id, payload->>'role' AS role
     ), made AS (
       INSERT INTO person (id, email, name, password_hash) SELECT $2, $3, $4, $5::text FROM used WHERE $5::text IS NOT NULL
     ), joined AS (
       INSERT INTO member (id, workspace_id, person_id, role) SELECT $6, workspace_id, $2, role FROM used
       ON CONFLICT (workspace_id, person_id) DO UPDATE
         SET role = CASE WHEN member.removed_at IS NULL THEN member.role ELSE excluded.role END, removed_at = NULL
       RETURNING id, workspace_id, person_id
     ), opened AS (
       INSERT INTO web_session (id, person_id, member_id, user_agent, expires_at)
       SELECT $7, person_id, id, $8, nod_now() + $9::int * interval '1 day' FROM joined
     ) SELECT nod_tell(workspace_id, id, 'member_joined') FROM joined`,
    [
      joining.tokenHash,
      person.id,
      person.email,
      person.name,
      person.passwordHash,
      joining.memberId,
      joining.webSessionId,
      joining.userAgent,
      joining.sessionDays,
    ],
  );
  return rows.length > 0;
}

/** Stores a code for a member's phone; codes made before end. */
export async function insertPhoneCode(code: {
  id: string;
  workspaceId: string;
  memberId: string;
  tokenHash: Buffer;
  minutes: number;
}): Promise<void> {
  await query(
    `WITH former AS (DELETE FROM one_time_token WHERE kind = 'phone' AND workspace_id = $2 AND payload->>'memberId' = $3::text AND used_at IS NULL)
     INSERT INTO one_time_token (id, kind, workspace_id, token_hash, payload, expires_at)
     VALUES ($1, 'phone', $2, $4, jsonb_build_object('memberId', $3::text), nod_now() + $5::int * interval '1 minute')`,
    [code.id, code.workspaceId, code.memberId, code.tokenHash, code.minutes],
  );
}

/** How one of a member's own codes stands; undefined when it was replaced. */
export async function selectPhoneCode(
  memberId: string,
  id: string,
): Promise<{ state: 'open' | 'used' | 'late'; expires_at: Date } | undefined> {
  const rows = await query<{ state: 'open' | 'used' | 'late'; expires_at: Date }>(
    `SELECT CASE WHEN used_at IS NOT NULL THEN 'used' WHEN expires_at > nod_now() THEN 'open' ELSE 'late' END AS state, expires_at
       FROM one_time_token WHERE id = $2 AND kind = 'phone' AND payload->>'memberId' = $1`,
    [memberId, id],
  );
  return rows[0];
}

const openPhoneCode = `code.kind = 'phone' AND code.token_hash = $1 AND code.used_at IS NULL AND code.expires_at > nod_now()
  AND member.id = (code.payload->>'memberId')::uuid AND member.workspace_id = code.workspace_id AND member.removed_at IS NULL`;

export interface PhoneCodeRow {
  member_id: string;
  name: string;
  email: string;
  workspace_name: string;
}

/** Whom a code would sign in, if it is open; changes nothing. */
export async function selectOpenPhoneCode(tokenHash: Buffer): Promise<PhoneCodeRow | undefined> {
  const rows = await query<PhoneCodeRow>(
    `SELECT member.id AS member_id, person.name, person.email, workspace.name AS workspace_name
       FROM one_time_token code, member JOIN person ON person.id = person_id JOIN workspace ON workspace.id = member.workspace_id WHERE ${openPhoneCode}`,
    [tokenHash],
  );
  return rows[0];
}

/** Uses a code up and opens a web session for its member in one statement; gives the person, or undefined when the code is not open. */
export async function openSessionByCode(phone: {
  tokenHash: Buffer;
  webSessionId: string;
  userAgent: string;
  sessionDays: number;
}): Promise<string | undefined> {
  const rows = await query<{ person_id: string }>(
    `WITH used AS (
       UPDATE one_time_token code SET used_at = nod_now() FROM member WHERE ${openPhoneCode}
       RETURNING member.id AS member_id, member.person_id, member.workspace_id
     ), opened AS (
       INSERT INTO web_session (id, person_id, member_id, user_agent, expires_at)
       SELECT $2, person_id, member_id, $3, nod_now() + $4::int * interval '1 day' FROM used
     ) SELECT person_id, nod_tell(workspace_id, member_id, 'paired') FROM used`,
    [phone.tokenHash, phone.webSessionId, phone.userAgent, phone.sessionDays],
  );
  return rows[0]?.person_id;
}
