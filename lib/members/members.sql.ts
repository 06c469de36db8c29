import type { PoolClient } from 'pg';
import type { Role } from '@/lib/actor';
import { query } from '@/lib/db/client';

export interface MemberRow {
  id: string;
  role: Role;
  name: string;
  email: string;
  joined_at: Date;
  last_seen_at: Date | null;
}

/** Who is in a workspace: owners first, then by name. */
export const selectMembers = (workspaceId: string): Promise<MemberRow[]> =>
  query<MemberRow>(
    `SELECT member.id, role, person.name, email, member.created_at AS joined_at,
            (SELECT max(last_seen_at) FROM web_session WHERE member_id = member.id) AS last_seen_at
       FROM member JOIN person ON person.id = person_id WHERE workspace_id = $1 AND removed_at IS NULL
      ORDER BY array_position(ARRAY['owner', 'member', 'viewer'], role), lower(coalesce(nullif(person.name, ''), email)), member.id LIMIT 1000`,
    [workspaceId],
  );

/** The actor is still an owner ($2), and somebody else than the member in question ($3) is one too. */
const byAnOwner = `EXISTS (SELECT 1 FROM member WHERE id = $2 AND workspace_id = $1 AND role = 'owner' AND removed_at IS NULL)`;
const anotherOwner = `EXISTS (SELECT 1 FROM member WHERE id <> $3 AND workspace_id = $1 AND role = 'owner' AND removed_at IS NULL)`;

/** Gives a member another role; false when the actor is no owner, it is nobody here, or it would leave no owner. */
export async function updateRole(
  client: PoolClient,
  { workspaceId, by, memberId, role }: { workspaceId: string; by: string; memberId: string; role: Role },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE member SET role = $4 WHERE id = $3 AND workspace_id = $1 AND removed_at IS NULL AND ${byAnOwner} AND ($4 = 'owner' OR ${anotherOwner})
     RETURNING nod_tell(workspace_id, id, 'role_changed')`,
    [workspaceId, by, memberId, role],
  );
  return rowCount === 1;
}

/** Takes a member out, with everything that reached through them: browsers, devices, keys, reminders. False as in updateRole. */
export async function endMembership(
  client: PoolClient,
  { workspaceId, by, memberId }: { workspaceId: string; by: string; memberId: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH gone AS (
       UPDATE member SET removed_at = nod_now() WHERE id = $3 AND workspace_id = $1 AND removed_at IS NULL AND ${byAnOwner} AND ${anotherOwner}
       RETURNING id, workspace_id
     ), signed_out AS (
       UPDATE web_session SET revoked_at = nod_now(), open_until = NULL, foreground_until = NULL FROM gone WHERE member_id = gone.id AND revoked_at IS NULL
     ), silenced AS (
       UPDATE device SET status = 'unsubscribed', status_reason = 'member removed' FROM gone WHERE member_id = gone.id AND status <> 'unsubscribed'
     ), revoked AS (
       UPDATE api_key SET revoked_at = nod_now() FROM gone WHERE member_id = gone.id AND revoked_at IS NULL
     ), cancelled AS (
       UPDATE reminder SET status = 'cancelled', reason = 'no_access', settled_at = nod_now(), due_at = NULL FROM gone
        WHERE member_id = gone.id AND status = 'scheduled'
     ) SELECT nod_tell(workspace_id, id, 'member_removed') FROM gone`,
    [workspaceId, by, memberId],
  );
  return rowCount === 1;
}

/** Why a change of membership did not happen. */
export async function whyNot(
  client: PoolClient,
  { workspaceId, by, memberId }: { workspaceId: string; by: string; memberId: string },
): Promise<'not_owner' | 'nobody' | 'last_owner'> {
  const { rows } = await client.query<{ owner: boolean; there: boolean }>(
    `SELECT ${byAnOwner} AS owner, EXISTS (SELECT 1 FROM member WHERE id = $3 AND workspace_id = $1 AND removed_at IS NULL) AS there`,
    [workspaceId, by, memberId],
  );
  if (!rows[0]?.owner) return 'not_owner';
  return rows[0].there ? 'last_owner' : 'nobody';
}
