import type { PoolClient, QueryConfig } from 'pg';
import type { MemberActor } from '@/lib/actor';
import { DeleteWorkspace } from '@/lib/contract/member';
import { AppError } from '@/lib/errors';
import { inTurn } from '@/lib/members/in-turn';
import { notOwner, requireOwner } from '@/lib/members/require-owner';
import { parseOrThrow } from '@/lib/parse';

const act = 'deletes the workspace';
/** A workspace of years is deleted in one go; nobody waits for it but the owner. */
const patienceMs = 10 * 60_000;

/**
 * Deletes the actor's workspace with all that it holds, and the people who are in no other: in one transaction, for good. Throws AppError
 * `forbidden` unless the actor is an owner, `invalid_request` when the typed name is not the workspace's.
 */
export async function deleteWorkspace(actor: MemberActor, input: unknown): Promise<void> {
  requireOwner(actor, act);
  const { name } = parseOrThrow(DeleteWorkspace, input);
  await inTurn(actor.workspaceId, async (client) => {
    // With this lock nothing new comes in: every row of the workspace refers to it.
    const { rows } = await client.query<{ name: string; by_owner: boolean }>(
      `SELECT name, EXISTS (SELECT 1 FROM member WHERE id = $2 AND workspace_id = $1 AND role = 'owner' AND removed_at IS NULL) AS by_owner
         FROM workspace WHERE id = $1 FOR UPDATE`,
      [actor.workspaceId, actor.memberId],
    );
    const [workspace] = rows;
    if (!workspace?.by_owner) throw notOwner(act);
    if (workspace.name.trim() !== name.trim())
      throw new AppError('invalid_request', 'That is not the name of this workspace.', {
        issues: [{ field: 'name', message: 'must be the name of this workspace' }],
      });
    await purge(client, actor.workspaceId);
  });
}

/** Children first, so that no row is rewritten on its way out; the workspace takes along what is left. */
const statements = [
  // Agents that wait are woken and find nothing; pages read again and find the door.
  `SELECT nod_tell(workspace_id, id, 'cancelled') FROM question WHERE workspace_id = $1 AND state = 'pending'`,
  `SELECT nod_tell($1, $1, 'deleted')`,
  'DELETE FROM delivery WHERE workspace_id = $1',
  'DELETE FROM outbox_message WHERE workspace_id = $1',
  'DELETE FROM notification WHERE workspace_id = $1',
  'DELETE FROM question WHERE workspace_id = $1',
  'DELETE FROM ledger_entry WHERE workspace_id = $1',
  `WITH people AS (
     DELETE FROM person WHERE id IN (SELECT person_id FROM member WHERE workspace_id = $1)
        AND NOT EXISTS (SELECT 1 FROM member WHERE member.person_id = person.id AND workspace_id <> $1)
   ) SELECT 1`,
  'DELETE FROM workspace WHERE id = $1',
];

async function purge(client: PoolClient, workspaceId: string): Promise<void> {
  await client.query(`SET LOCAL nod.purge = 'on'`);
  await client.query(`SET LOCAL statement_timeout = ${patienceMs}`);
  for (const text of statements) {
    const patient: QueryConfig & { query_timeout: number } = { text, values: [workspaceId], query_timeout: patienceMs };
    await client.query(patient);
  }
}
