import type { FireTime } from '@/lib/reminders/fire-time';
import { isKeyedDigestOf, keyedDigest } from '@/lib/secrets/keyed-digest';

/** What makes two calls the same reminder: the raw values, before redaction. */
export interface ReminderContent {
  title: string;
  body: string;
  time: FireTime;
  env: 'test' | null;
}

const textOf = ({ title, body, time, env }: ReminderContent): string =>
  JSON.stringify(['reminder', title, body, time.inMinutes ?? time.at?.toISOString(), env]);

/** The keyed digest that a reminder is stored with. */
export const digestReminder = (content: ReminderContent): Promise<string> => keyedDigest(textOf(content));

/** Whether a stored digest is of this content; false when the secret that made it is gone. */
export const isReminderDigest = (stored: string, content: ReminderContent): Promise<boolean> =>
  isKeyedDigestOf(stored, textOf(content));
