import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { makeSubscriptionKeys } from '../push/decrypt';
import type { Query } from '../server/database';
import { type KeyKind, makeKey, type TestWorkspace } from '../server/workspace';

/** Stores an end user, as an enrolment does; gives the row's id. */
export async function addEndUser(query: Query, { workspaceId }: TestWorkspace, externalId: string): Promise<string> {
  const id = randomUUID();
  await query('INSERT INTO end_user (id, workspace_id, external_id) VALUES ($1, $2, $3)', [
    id,
    workspaceId,
    externalId,
  ]);
  return id;
}

/** Who a device belongs to: an end user or a member. */
interface Owner {
  endUserId?: string;
  memberId?: string;
  tags?: string[];
  externalId?: string;
  name?: string;
}

/** Stores a device with keys that a push can be sealed with; its push service cannot be reached. Gives the row's id. */
export async function addDevice(query: Query, { workspaceId }: TestWorkspace, owner: Owner): Promise<string> {
  const id = randomUUID();
  const { p256dh, auth } = makeSubscriptionKeys().keys;
  await query(
    `INSERT INTO device (id, workspace_id, member_id, end_user_id, endpoint, p256dh, auth, name, channel, tags, external_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'web', $9, $10)`,
    [
      id,
      workspaceId,
      owner.memberId ?? null,
      owner.endUserId ?? null,
      `https://push.example.test/${id}`,
      p256dh,
      auth,
      owner.name ?? 'e2e',
      owner.tags ?? [],
      owner.externalId ?? null,
    ],
  );
  return id;
}

/** An end user who has a device. */
export async function addReachableEndUser(query: Query, home: TestWorkspace, externalId: string): Promise<string> {
  const endUserId = await addEndUser(query, home, externalId);
  await addDevice(query, home, { endUserId });
  return endUserId;
}

/** A key that speaks for one end user. */
export async function makeBoundKey(query: Query, home: TestWorkspace, endUserId: string): Promise<string> {
  const prefix = `pk_${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(24).toString('hex');
  await query(
    `INSERT INTO api_key (id, workspace_id, member_id, bound_end_user_id, kind, name, prefix, secret_hash)
     VALUES ($1, $2, $3, $4, 'bound', 'e2e bound', $5, $6)`,
    [randomUUID(), home.workspaceId, home.memberId, endUserId, prefix, createHash('sha256').update(secret).digest()],
  );
  return `${prefix}.${secret}`;
}

/** A key whose time is over. */
export async function makeExpiredKey(query: Query, home: TestWorkspace, kind: KeyKind): Promise<string> {
  const key = await makeKey(query, home, kind);
  await query(`UPDATE api_key SET expires_at = nod_now() - interval '1 minute' WHERE prefix = $1`, [key.split('.')[0]]);
  return key;
}
