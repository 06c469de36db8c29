import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Query } from './database';

export type KeyKind = 'agent' | 'connector' | 'full' | 'bound' | 'sandbox';

export interface TestWorkspace {
  workspaceId: string;
  memberId: string;
  personId: string;
}

/** The workspace that the first start made. */
export async function firstWorkspace(query: Query): Promise<TestWorkspace> {
  const [row] = await query<{ workspace_id: string; id: string; person_id: string }>(
    `SELECT workspace_id, id, person_id FROM member WHERE role = 'owner' ORDER BY created_at LIMIT 1`,
  );
  if (!row) throw new Error('There is no owner yet.');
  return { workspaceId: row.workspace_id, memberId: row.id, personId: row.person_id };
}

/** Another workspace with an owner of its own. */
export async function makeWorkspace(query: Query, name: string): Promise<TestWorkspace> {
  const made = { workspaceId: randomUUID(), memberId: randomUUID(), personId: randomUUID() };
  await query('INSERT INTO workspace (id, name) VALUES ($1, $2)', [made.workspaceId, name]);
  await query('INSERT INTO person (id, email) VALUES ($1, $2)', [made.personId, `${made.personId}@example.test`]);
  await query(`INSERT INTO member (id, workspace_id, person_id, role) VALUES ($1, $2, $3, 'owner')`, [
    made.memberId,
    made.workspaceId,
    made.personId,
  ]);
  return made;
}

/** Stores a key of any kind, as the dashboard or the REST API would; gives its text. */
export async function makeKey(query: Query, { workspaceId, memberId }: TestWorkspace, kind: KeyKind): Promise<string> {
  const prefix = `pk_${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(24).toString('hex');
  await query(
    `INSERT INTO api_key (id, workspace_id, member_id, kind, name, prefix, secret_hash) VALUES ($1, $2, $3, $4, 'e2e', $5, $6)`,
    [randomUUID(), workspaceId, memberId, kind, prefix, createHash('sha256').update(secret).digest()],
  );
  return `${prefix}.${secret}`;
}

export async function revokeKey(query: Query, apiKey: string): Promise<void> {
  await query('UPDATE api_key SET revoked_at = nod_now() WHERE prefix = $1', [apiKey.split('.')[0]]);
}

/** A page of this member is open for the whole test, so that questions reach somebody without a device. */
export async function openPage(query: Query, { memberId, personId }: TestWorkspace): Promise<void> {
  await query(
    `INSERT INTO web_session (id, person_id, member_id, expires_at, open_until) VALUES ($1, $2, $3, nod_now() + interval '1 day', nod_now() + interval '1 day')`,
    [randomUUID(), personId, memberId],
  );
}

/** How many rows a workspace has of what agents make: nothing stored means that none of these numbers moves. */
export async function countStored(query: Query): Promise<Record<string, number>> {
  const [row] = await query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM question)::int AS questions, (SELECT count(*) FROM notification)::int AS notifications,
            (SELECT count(*) FROM agent_session)::int AS sessions, (SELECT count(*) FROM outbox_message)::int AS owed,
            (SELECT count(*) FROM ledger_entry)::int AS ledger`,
  );
  return { ...row };
}

/** Frees every slot: limits are not what most tests are about. */
export async function raiseLimits(query: Query): Promise<void> {
  await query(
    'UPDATE workspace SET pending_limit = 100000, pending_per_session_limit = 100000, notification_limit = 100000',
  );
}
