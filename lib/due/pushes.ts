import { decisionFrame } from '@/lib/delivery/decision-frame';
import { questionPushOptions } from '@/lib/delivery/deliver';
import { claimDueDeliveries, type DueDelivery } from '@/lib/delivery/deliveries.sql';
import { notificationPayload, notificationPushOptions } from '@/lib/delivery/notification-push';
import { pushPayload, questionPayload, topicOf } from '@/lib/delivery/payload';
import { reminderPayload, reminderPushOptions } from '@/lib/delivery/reminder-push';
import { pushLeaseMs, sendAndRecord } from '@/lib/delivery/send';
import { replaceOvertaken, settledPayload, settledPushOptions } from '@/lib/delivery/settled';
import { type RestCheck, restCheck } from '@/lib/due/rest-check';
import { log } from '@/lib/log';
import { selectOthersWaiting } from '@/lib/questions/detail.sql';
import { selectQuestion } from '@/lib/questions/questions.sql';
import { settleFiring } from '@/lib/reminders/dispatch.sql';

/** Sends what was held for a moment, tries again what failed in passing, and sends what a process died over. */
export async function sendDuePushes(limit: number): Promise<number> {
  const due = await claimDueDeliveries(limit, pushLeaseMs);
  sendClaimed(due, restCheck());
  return due.length;
}

const neverResting: RestCheck = async () => false;

/**
 * Sends pushes that this process has claimed; those that were planned just now need no check of their people's rest. Not awaited: a push
 * service that hangs must not hold up what else is due; their leases keep others off.
 */
export function sendClaimed(claimed: DueDelivery[], rests: RestCheck = neverResting): void {
  for (const delivery of claimed) {
    void sendOne(delivery, rests).catch((error) =>
      log.error('a due push could not be recorded', { delivery: delivery.delivery_id, error }),
    );
  }
}

async function sendOne(due: DueDelivery, rests: RestCheck): Promise<void> {
  switch (due.kind) {
    case 'question':
    case 'nudge':
    case 'alert':
      return sendQuestion(due, rests);
    case 'settled':
      return sendSettledAgain(due);
    case 'notification':
      return sendNotification(due, rests);
    case 'digest':
      return sendDigest(due);
    case 'reminder':
      return sendReminder(due, rests);
    case 'test':
      return;
  }
}

async function sendQuestion(due: DueDelivery, rests: RestCheck): Promise<void> {
  const question = due.question_id ? await selectQuestion(due.workspace_id, due.question_id) : undefined;
  // Settled since it was claimed: what replaces it is planned already. In alert-only mode it never was open.
  if (!question || (question.state !== 'pending' && question.state !== 'notified')) return;
  if (await rests(due, question.danger.length > 0)) return;
  const frame =
    question.kind === 'decision' ? await decisionFrame(question) : { badge: await waitingIn(due.workspace_id) };
  const payload = questionPayload(question, {
    deliveryId: due.delivery_id,
    token: due.token,
    expiresAt: question.expires_at,
    ...frame,
    stillWaits: due.kind === 'nudge',
    alert: due.kind === 'alert',
  });
  const options = questionPushOptions(question.id, question.expires_in_ms);
  const outcome = await sendAndRecord(due, payload, options, due.attempts);
  if (question.state === 'pending') replaceOvertaken(due.workspace_id, question.id, outcome);
}

/** The number on the badge. */
const waitingIn = async (workspaceId: string): Promise<number> => (await selectOthersWaiting(workspaceId, null)).count;

async function sendSettledAgain(due: DueDelivery): Promise<void> {
  if (!due.question_id) return;
  const payload = await settledPayload(due.workspace_id, due.question_id);
  await sendAndRecord(due, payload, settledPushOptions(due.question_id), due.attempts);
}

async function sendNotification(due: DueDelivery, rests: RestCheck): Promise<void> {
  const made = due.notification_id ? await notificationPayload(due.workspace_id, due.notification_id, due) : undefined;
  if (!made || !due.notification_id || (await rests(due, made.isError))) return;
  await sendAndRecord(due, made.payload, notificationPushOptions(due.notification_id, made.isError), due.attempts);
}

async function sendDigest(due: DueDelivery): Promise<void> {
  if (!due.shown) return;
  const { title, body, path } = due.shown;
  const payload = pushPayload({
    kind: 'digest',
    id: due.delivery_id,
    title,
    body,
    tag: 'nod-digest',
    badge: await waitingIn(due.workspace_id),
    path,
    actions: [],
    deliveryId: due.delivery_id,
  });
  const options = { urgency: 'normal', ttlSeconds: 24 * 3600, topic: topicOf(`digest ${due.device_id}`) } as const;
  await sendAndRecord(due, payload, options, due.attempts);
}

async function sendReminder(due: DueDelivery, rests: RestCheck): Promise<void> {
  const payload = due.reminder_id ? await reminderPayload(due.workspace_id, due.reminder_id, due) : undefined;
  if (!payload || !due.reminder_id) return;
  if (!(await rests(due, false))) await sendAndRecord(due, payload, reminderPushOptions(due.reminder_id), due.attempts);
  // The last push that was still open decides how the reminder ended.
  await settleFiring(due.reminder_id, 1);
}
