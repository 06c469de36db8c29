import type { KeyActor } from '@/lib/actor';
import type { SendNotification, SendNotificationResult } from '@/lib/contract/notification';
import { notificationPush, notificationPushOptions } from '@/lib/delivery/notification-push';
import { pushLeaseMs, sendAndRecord } from '@/lib/delivery/send';
import { replaceOvertaken } from '@/lib/delivery/settled';
import { AppError } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { log } from '@/lib/log';
import { type NotifiedRow, storeNotification } from '@/lib/notifications/notifications.sql';
import { prepareEmbedded, prepareNotification } from '@/lib/notifications/prepare';
import type { CallFacts } from '@/lib/questions/prepare';
import type { PushTarget } from '@/lib/questions/questions.sql';

/** How long a reply waits for push services. */
const graceMs = 2000;

/**
 * Tells the person something, one way (spec 3.1). Stored first, then sent to every device or to those chosen.
 * Throws AppError `subscription_required` or `limit_reached`; nobody connected is a success with a warning.
 */
export async function sendNotification(
  actor: KeyActor,
  input: SendNotification,
  facts: CallFacts,
): Promise<SendNotificationResult> {
  if (actor.workspaceSuspended) throw new AppError('subscription_required', 'This workspace is suspended.');
  const id = newId();
  const embedded = input.context?.askQuestion
    ? await prepareEmbedded(actor, newId(), input, input.context.askQuestion, facts)
    : null;
  const fields = prepareNotification(actor, id, input, facts);
  const stored = await storeNotification(fields, embedded, input, pushLeaseMs);
  refuseOverLimit(stored);

  const linked = embedded ? { linkedCorrelationId: String(embedded.id) } : {};
  if (fields.env === 'test') {
    return {
      sent: 0,
      delivery: noRecipients(),
      env: 'test',
      hint: 'Test traffic: recorded, and nobody was alerted.',
      ...linked,
    };
  }
  const { counts, waiting } = await send(actor.workspaceId, fields, embedded, stored);
  const sent = counts.web + counts.mobile;
  return {
    sent,
    delivery: { web: { recipients: counts.web }, mobile: { recipients: counts.mobile } },
    ...(stored.targets?.length === 0
      ? { warning: 'No device is connected. Open Nod on a phone or in a browser and turn on notifications.' }
      : {}),
    ...(stored.targets?.length && sent === 0 && waiting === 0
      ? { warning: 'No push service took it; the person finds it in Nod.' }
      : {}),
    ...(waiting > 0 ? { hint: `${waiting} more on the way.` } : {}),
    ...(stored.completion ? { completionId: id, status: 'recorded' } : {}),
    ...linked,
  };
}

function noRecipients(): NonNullable<SendNotificationResult['delivery']> {
  return { web: { recipients: 0 }, mobile: { recipients: 0 } };
}

function refuseOverLimit({ outcome, limit_value: limit, free_in_seconds: seconds }: NotifiedRow): void {
  if (outcome === 'stored') return;
  if (outcome === 'notification_limit') {
    throw new AppError(
      'limit_reached',
      `This workspace sent ${limit} notifications within 5 minutes, its limit (notifications per 5 min).`,
      {
        hint: `One more is possible in ${seconds} seconds.`,
        retryAfterSeconds: seconds ?? undefined,
      },
    );
  }
  throw new AppError(
    'limit_reached',
    `The embedded question is over the limit of ${limit} open questions (${outcome === 'session_limit' ? 'pending per session' : 'pending per workspace'}).`,
  );
}

async function send(
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
  const done = Promise.all(targets.map(one));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([done, new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))]);
  clearTimeout(timer);
  return { counts: { ...counts }, waiting };
}
