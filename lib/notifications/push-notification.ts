import { notificationPush, notificationPushOptions } from '@/lib/delivery/notification-push';
import { sendAndRecord } from '@/lib/delivery/send';
import { replaceOvertaken } from '@/lib/delivery/settled';
import { log } from '@/lib/log';
import type { NotifiedRow } from '@/lib/notifications/notifications.sql';
import type { PushTarget } from '@/lib/questions/questions.sql';
import { settledWithin } from '@/lib/questions/settled-within';

/** How long a reply waits for push services. */
const graceMs = 2000;

/** Sends a stored notification to its planned devices; gives what push services took within two seconds, and how many are still tried. */
export async function pushNotification(
  workspaceId: string,
  fields: Parameters<typeof notificationPush>[0],
  embedded: Parameters<typeof notificationPush>[1],
  stored: NotifiedRow,
) {
  const counts = { web: 0, mobile: 0 };
  const targets = stored.targets ?? [];
  let waiting = targets.length;
  const one = async (target: PushTarget): Promise<void> => {
    try {
      const payload = notificationPush(fields, embedded, target, stored.expires_at);
      const outcome = await sendAndRecord(target, payload, notificationPushOptions(fields.id, fields.type === 'error'));
      if (embedded) replaceOvertaken(workspaceId, String(embedded.id), outcome);
      if (outcome.kind === 'accepted') counts[target.channel]++;
      if (outcome.kind !== 'retry') waiting--;
    } catch (error) {
      log.error('a push could not be recorded', { notification: fields.id, error });
    }
  };
  await settledWithin(Promise.all(targets.map(one)), graceMs);
  return { counts: { ...counts }, waiting };
}
