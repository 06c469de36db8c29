import { randomBytes } from 'node:crypto';
import { type KeyKind, type MemberActor, mayAnswer } from '@/lib/actor';
import { CreateKey } from '@/lib/contract/key';
import { prisma } from '@/lib/db/client';
import { AppError } from '@/lib/errors';
import { newId, sha256 } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';

export interface NewKey {
  id: string;
  name: string;
  kind: KeyKind;
  prefix: string;
  /** The whole key; shown once, stored nowhere. */
  apiKey: string;
}

/** Makes an API key for a member's workspace. Throws AppError `forbidden` for viewers, `invalid_request` naming the field. */
export async function createKey(actor: MemberActor, input: unknown): Promise<NewKey> {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers cannot make keys.');
  const { name, kind } = parseOrThrow(CreateKey, input);
  return insertKey({ workspaceId: actor.workspaceId, memberId: actor.memberId, name, kind });
}

/** The text of a new key: a public prefix and 192 secret bits. */
export const newApiKey = (): string => `pk_${randomBytes(8).toString('hex')}.${randomBytes(24).toString('hex')}`;

/** Stores a new key for a member; for callers that have already decided who may (sign-up, first start). */
export async function insertKey(
  key: {
    workspaceId: string;
    memberId: string;
    name: string;
    kind: KeyKind;
    boundEndUserId?: string;
    expiresAt?: Date;
  },
  apiKey = newApiKey(),
): Promise<NewKey> {
  const [prefix = '', secret = ''] = apiKey.split('.');
  const id = newId();
  await prisma().apiKey.create({ data: { id, ...key, prefix, secretHash: new Uint8Array(sha256(secret)) } });
  return { id, name: key.name, kind: key.kind, prefix, apiKey };
}
