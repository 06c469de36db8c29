import { createHmac } from 'node:crypto';
import { isId, sameBytes } from '@/lib/ids';
import { currentSecret, type Secret, secretById } from '@/lib/secrets/secrets';

const digestWith = (secret: Secret, text: string): string =>
  `${secret.id}.${createHmac('sha256', secret.value).update(text).digest('hex')}`;

/** A keyed digest, led by the id of the secret that made it, so that the secret can be rotated. The key keeps short texts from being guessed. */
export async function keyedDigest(text: string): Promise<string> {
  return digestWith(await currentSecret('digest'), text);
}

/** Whether a stored digest is of this text; false when the secret that made it is gone. */
export async function isKeyedDigestOf(stored: string, text: string): Promise<boolean> {
  const id = stored.split('.')[0] ?? '';
  const secret = isId(id) ? await secretById(id) : undefined;
  return secret !== undefined && sameBytes(Buffer.from(stored), Buffer.from(digestWith(secret, text)));
}
