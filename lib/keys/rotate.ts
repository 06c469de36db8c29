import { type MemberActor, mayAnswer } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { isId, sha256 } from '@/lib/ids';
import { newApiKey } from '@/lib/keys/create';
import { replaceSecret } from '@/lib/keys/manage.sql';

/**
 * Gives a key a new secret; what belongs to the key (its questions, its reminders) stays with it, and the old secret opens nothing from
 * now on. Members rotate their own keys, owners any: who rotates a key can then act with it. Throws AppError `forbidden` for viewers,
 * `not_found` when it is not such a key.
 */
export async function rotateKey(actor: MemberActor, id: string): Promise<{ id: string; apiKey: string }> {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers cannot rotate keys.');
  const apiKey = newApiKey();
  const [prefix = '', secret = ''] = apiKey.split('.');
  const key = { id, workspaceId: actor.workspaceId, madeBy: actor.role === 'owner' ? null : actor.memberId };
  if (!isId(id) || !(await replaceSecret(key, { prefix, secretHash: sha256(secret) })))
    throw new AppError('not_found', 'There is no such live key of yours.');
  return { id, apiKey };
}
