import { createHmac } from 'node:crypto';
import { isId, sameBytes } from '@/lib/ids';
import type { FireTime } from '@/lib/reminders/fire-time';
import { currentSecret, type Secret, secretById } from '@/lib/secrets/secrets';

/** What makes two calls the same reminder: the raw values, before redaction. The key keeps short texts from being guessed. */
export interface ReminderContent {
  title: string;
  body: string;
  time: FireTime;
  env: 'test' | null;
}

function digestWith(secret: Secret, { title, body, time, env }: ReminderContent): string {
  const text = JSON.stringify(['reminder', title, body, time.inMinutes ?? time.at?.toISOString(), env]);
  return `${secret.id}.${createHmac('sha256', secret.value).update(text).digest('hex')}`;
}

/** A keyed digest, led by the id of the secret that made it, so that the secret can be rotated. */
export async function digestReminder(content: ReminderContent): Promise<string> {
  return digestWith(await currentSecret('digest'), content);
}

/** Whether a stored digest is of this content; false when the secret that made it is gone. */
export async function isReminderDigest(stored: string, content: ReminderContent): Promise<boolean> {
  const id = stored.split('.')[0] ?? '';
  const secret = isId(id) ? await secretById(id) : undefined;
  return secret !== undefined && sameBytes(Buffer.from(stored), Buffer.from(digestWith(secret, content)));
}
