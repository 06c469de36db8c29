import { createECDH, randomBytes } from 'node:crypto';
import type { KeyActor, MemberActor } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { authenticateKey } from '@/lib/keys/authenticate';
import { insertKey } from '@/lib/keys/create';

/** An end user with this external id; gives their id. */
export async function addEndUser(workspaceId: string, externalId: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    `INSERT INTO end_user (id, workspace_id, external_id) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id, external_id) DO UPDATE SET external_id = EXCLUDED.external_id RETURNING id`,
    [newId(), workspaceId, externalId],
  );
  if (!row) throw new Error('The end user was not stored.');
  return row.id;
}

/** A device of an end user's at a push service that refuses every connection; gives its id. */
export async function addEndUserDevice(workspaceId: string, externalId: string): Promise<string> {
  const id = newId();
  const keys = createECDH('prime256v1');
  await query(
    `INSERT INTO device (id, workspace_id, end_user_id, endpoint, p256dh, auth, name, channel) VALUES ($1, $2, $3, $4, $5, $6, 'Phone', 'mobile')`,
    [
      id,
      workspaceId,
      await addEndUser(workspaceId, externalId),
      `https://127.0.0.1:1/${id}`,
      keys.generateKeys('base64url'),
      randomBytes(16).toString('base64url'),
    ],
  );
  return id;
}

/** A key that is bound to one end user, as the actor that it authenticates as. */
export async function addBoundKey(member: MemberActor, externalId: string): Promise<KeyActor> {
  const { workspaceId, memberId } = member;
  const boundEndUserId = await addEndUser(workspaceId, externalId);
  const { apiKey } = await insertKey({ workspaceId, memberId, name: externalId, kind: 'bound', boundEndUserId });
  const actor = await authenticateKey(apiKey);
  if (!actor) throw new Error('The key that was just made is not valid.');
  return actor;
}
