import type { KeyActor } from '@/lib/actor';
import type { SendNotification, SendNotificationResult } from '@/lib/contract/notification';
import { planAsJson, planNow } from '@/lib/delivery/facts';
import { notificationPush, notificationPushOptions } from '@/lib/delivery/notification-push';
import type { DeliveryPlan, SuppressedReason } from '@/lib/delivery/plan';
import { pushLeaseMs, sendAndRecord } from '@/lib/delivery/send';
import { replaceOvertaken } from '@/lib/delivery/settled';
import { AppError } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { log } from '@/lib/log';
import { type NotificationFields, type NotifiedRow, storeNotification } from '@/lib/notifications/notifications.sql';
import { prepareEmbedded, prepareNotification } from '@/lib/notifications/prepare';
import type { CallFacts } from '@/lib/questions/prepare';
import type { PushTarget } from '@/lib/questions/questions.sql';
import { settledWithin } from '@/lib/questions/settled-within';

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
  const asked = input.context?.askQuestion;
  const draft = asked ? await prepareEmbedded(actor, newId(), input, asked, facts) : null;
  const prepared = prepareNotification(actor, id, input, facts);
  const plan = await planNotification(actor, prepared, draft, input);
  const embedded = draft && { ...draft, state: plan.state, delivery_mode: plan.mode };
  const isTest = prepared.env === 'test';
  const fields = { ...prepared, suppressed: isTest ? null : wireReason(plan.suppressed) };
  const stored = await storeNotification(fields, embedded, planAsJson(plan), pushLeaseMs);
  refuseOverLimit(stored);

  const linked = embedded ? { linkedCorrelationId: String(embedded.id) } : {};
  const completion = stored.completion ? { completionId: id, status: 'recorded' } : {};
  if (isTest) {
    const hint = 'Test traffic: recorded, and nobody was alerted.';
    return { sent: 0, delivery: noRecipients(), env: 'test', hint, ...linked };
  }
  if (stored.suppressed) {
    const hint = heldBackHint(stored.suppressed, plan.heldUntil);
    return { sent: 0, delivery: noRecipients(), suppressed: stored.suppressed, hint, ...completion, ...linked };
  }
  return { ...(await deliver(actor.workspaceId, fields, embedded, stored, plan)), ...completion, ...linked };
}

/** Who is told, and when. What ends a session's work, and errors, count for more than news (the update setting). */
function planNotification(
  actor: KeyActor,
  fields: Omit<NotificationFields, 'suppressed'>,
  embedded: { danger: string[] } | null,
  { tags, externalIds, subscriberIds }: SendNotification,
): Promise<DeliveryPlan> {
  const subject = fields.type === 'error' ? 'error' : fields.type === 'task_complete' ? 'completion' : 'info';
  return planNow(
    { workspaceId: actor.workspaceId, sessionId: fields.session_id, machineId: fields.machine_id },
    {
      subject,
      speaksFor: actor.memberId,
      tags,
      externalIds,
      subscriberIds,
      answerable: embedded !== null,
      urgent: subject === 'error' || (embedded?.danger.length ?? 0) > 0,
    },
  );
}

/** The reasons that clients know (spec 3.1): a device that takes no updates is the same wish as a person who wants none. */
const wireReason = (reason: SuppressedReason | undefined): string | null =>
  reason === 'device_setting' ? 'update_setting' : (reason ?? null);

const whyHeldBack: Record<string, string> = {
  kill_switch: 'The person has stopped agents',
  terminal_only: 'The person wants no pushes now',
  update_setting: 'The person does not want pushes of this kind',
  snoozed: 'The person has snoozed Nod',
  quiet_hours: 'The person has quiet hours',
};

function heldBackHint(reason: string, until: Date | undefined): string {
  const later = until ? ` They are told about it after ${until.toISOString()}.` : '';
  return `${whyHeldBack[reason] ?? 'Held back'}: recorded in Nod, nobody was alerted.${later} Do not send it again.`;
}

async function deliver(
  workspaceId: string,
  fields: NotificationFields,
  embedded: (Record<string, unknown> & { id: string }) | null,
  stored: NotifiedRow,
  plan: DeliveryPlan,
): Promise<SendNotificationResult> {
  const { counts, waiting } = await send(workspaceId, fields, embedded, stored);
  const sent = counts.web + counts.mobile;
  const isNarrowed = plan.entries.length === 0 && (stored.targets?.length ?? 0) === 0;
  return {
    sent,
    delivery: { web: { recipients: counts.web }, mobile: { recipients: counts.mobile } },
    ...(isNarrowed
      ? {
          warning:
            'No device is connected, or none fits. Open Nod on a phone or in a browser and turn on notifications.',
        }
      : {}),
    ...(stored.targets?.length && sent === 0 && waiting === 0
      ? { warning: 'No push service took it; the person finds it in Nod.' }
      : {}),
    ...(waiting > 0 ? { hint: `${waiting} more on the way.` } : {}),
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
  await settledWithin(Promise.all(targets.map(one)), graceMs);
  return { counts: { ...counts }, waiting };
}
