import type { KeyActor } from '@/lib/actor';
import type { SendNotification, SendNotificationResult } from '@/lib/contract/notification';
import { planAsJson, planNow } from '@/lib/delivery/facts';
import type { DeliveryPlan, SuppressedReason } from '@/lib/delivery/plan';
import { pushLeaseMs } from '@/lib/delivery/send';
import { AppError } from '@/lib/errors';
import { newId } from '@/lib/ids';
import {
  type NotificationFields,
  type NotifiedRow,
  type SentOnceFields,
  storeNotification,
} from '@/lib/notifications/notifications.sql';
import { prepareEmbedded, prepareNotification } from '@/lib/notifications/prepare';
import { pushNotification } from '@/lib/notifications/push-notification';
import type { CallFacts } from '@/lib/questions/prepare';

/** What became of a notification. Of a `repeated` one nothing was stored or sent: it is the earlier one's id. */
export interface Notified {
  id: string;
  outcome: 'stored' | 'repeated';
  limits: { remaining: number; limit: number };
  reply: SendNotificationResult;
}

/**
 * Stores a notification, then sends it to every device or to those chosen. With an idempotency key, whoever comes first sends it and the
 * others find it. Throws AppError `subscription_required` or `limit_reached`.
 */
export async function notify(
  actor: KeyActor,
  input: SendNotification,
  facts: CallFacts,
  once?: SentOnceFields,
): Promise<Notified> {
  if (actor.workspaceSuspended) throw new AppError('subscription_required', 'This workspace is suspended.');
  const asked = input.context?.askQuestion;
  const draft = asked ? await prepareEmbedded(actor, newId(), input, asked, facts) : null;
  const prepared = prepareNotification(actor, newId(), input, facts);
  const plan = await planNotification(actor, prepared, draft, input);
  const embedded = draft && { ...draft, state: plan.state, delivery_mode: plan.mode };
  const isTest = prepared.env === 'test';
  const fields = { ...prepared, suppressed: isTest ? null : wireReason(plan.suppressed) };
  const stored = await storeNotification({ ...fields, ...once }, embedded, planAsJson(plan), pushLeaseMs);
  const limits = limitsOf(stored);
  if (stored.outcome === 'repeated')
    return { id: stored.repeated ?? '', outcome: 'repeated', limits, reply: { sent: 0 } };
  refuseOverLimit(stored);
  const reply = await deliver(actor.workspaceId, fields, embedded, stored, plan);
  return {
    id: fields.id,
    outcome: 'stored',
    limits,
    reply: {
      ...reply,
      ...(stored.completion && !isTest ? { completionId: fields.id, status: 'recorded' } : {}),
      ...(embedded ? { linkedCorrelationId: String(embedded.id) } : {}),
    },
  };
}

const limitsOf = ({ limit_value, taken }: NotifiedRow): Notified['limits'] => ({
  limit: limit_value ?? 0,
  remaining: Math.max(0, (limit_value ?? 0) - (taken ?? 0)),
});

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

/** What a caller does about a notification that was held back. */
export function heldBackHint(reason: string, until?: Date): string {
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
  if (fields.env === 'test')
    return {
      sent: 0,
      delivery: noRecipients(),
      env: 'test',
      hint: 'Test traffic: recorded, and nobody was alerted.',
    };
  if (stored.suppressed) {
    const hint = heldBackHint(stored.suppressed, plan.heldUntil);
    return { sent: 0, delivery: noRecipients(), suppressed: stored.suppressed, hint };
  }
  const { counts, waiting } = await pushNotification(workspaceId, fields, embedded, stored);
  const sent = counts.web + counts.mobile;
  const tried = stored.targets?.length ?? 0;
  const warning = warningOf({ planned: plan.entries.length + tried, tried, sent, waiting });
  return {
    sent,
    delivery: { web: { recipients: counts.web }, mobile: { recipients: counts.mobile } },
    ...(warning ? { warning } : {}),
    ...(waiting > 0 ? { hint: `${waiting} more on the way.` } : {}),
  };
}

/** What is wrong when nobody's device rings; undefined when nothing is. */
export function warningOf(reach: {
  planned: number;
  tried: number;
  sent: number;
  waiting: number;
}): string | undefined {
  if (reach.planned === 0)
    return 'No device is connected, or none fits. Open Nod on a phone or in a browser and turn on notifications.';
  if (reach.tried > 0 && reach.sent === 0 && reach.waiting === 0)
    return 'No push service took it; the person finds it in Nod.';
  return undefined;
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
