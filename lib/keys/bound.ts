import type { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import type { BoundKeyList, IssueBoundKey, IssuedBoundKey, RevokedKey } from '@/lib/contract/bound-key';
import { cut } from '@/lib/contract/text';
import { AppError } from '@/lib/errors';
import { newId, sha256 } from '@/lib/ids';
import { endBoundKey, insertBoundKey, selectBoundKeys } from '@/lib/keys/bound.sql';
import { newApiKey } from '@/lib/keys/create';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Makes a key for one end user: it opens, reads and withdraws their decisions, and never answers. Throws AppError `limit_reached`. */
export async function issueBoundKey(
  actor: KeyActor,
  { externalId, name, expiresInSeconds }: z.output<typeof IssueBoundKey>,
): Promise<z.infer<typeof IssuedBoundKey>> {
  const apiKey = newApiKey();
  const [prefix = '', secret = ''] = apiKey.split('.');
  const stored = await insertBoundKey({
    id: newId(),
    workspaceId: actor.workspaceId,
    memberId: actor.memberId,
    externalId,
    name: name ?? cut(externalId, 100),
    prefix,
    secretHash: sha256(secret),
    forSeconds: expiresInSeconds ?? null,
  });
  if (!stored)
    throw new AppError(
      'limit_reached',
      'This workspace has as many live bound keys as it may: revoke some, or let them expire.',
    );
  return { apiKey, keyPrefix: prefix, scope: 'bound', boundExternalId: externalId, expiresAt: iso(stored.expires_at) };
}

/** The workspace's keys for end users, never their secrets. */
export async function listBoundKeys(actor: KeyActor): Promise<z.infer<typeof BoundKeyList>> {
  const rows = await selectBoundKeys(actor.workspaceId);
  return {
    keys: rows.map((row) => ({
      keyPrefix: row.prefix,
      name: row.name,
      boundExternalId: row.external_id,
      isActive: row.is_active,
      lastUsedAt: iso(row.last_used_at),
      expiresAt: iso(row.expires_at),
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** Ends a key for an end user at once. One that is none, was ended before or belongs elsewhere is simply not revoked. */
export const revokeBoundKey = async (actor: KeyActor, prefix: string): Promise<z.infer<typeof RevokedKey>> => ({
  keyPrefix: prefix,
  revoked: await endBoundKey(actor.workspaceId, prefix),
});
