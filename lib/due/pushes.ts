import { questionPushOptions } from '@/lib/delivery/deliver';
import { claimDueDeliveries, type DueDelivery } from '@/lib/delivery/deliveries.sql';
import { notificationPayload, notificationPushOptions } from '@/lib/delivery/notification-push';
import { questionPayload } from '@/lib/delivery/payload';
import { pushLeaseMs, sendAndRecord } from '@/lib/delivery/send';
import { replaceOvertaken, settledPayload, settledPushOptions } from '@/lib/delivery/settled';
import { log } from '@/lib/log';
import { selectQuestion } from '@/lib/questions/questions.sql';

/** Tries pushes again that failed in passing, and sends those that a process died over. */
export async function sendDuePushes(limit: number): Promise<number> {
  const due = await claimDueDeliveries(limit, pushLeaseMs);
  // Not awaited: a push service that hangs must not hold up what else is due. Their leases keep others off.
  for (const delivery of due) {
    void resend(delivery).catch((error) =>
      log.error('a due push could not be recorded', { delivery: delivery.delivery_id, error }),
    );
  }
  return due.length;
}

async function resend(due: DueDelivery): Promise<void> {
  if (due.kind === 'question' && due.question_id) {
    const question = await selectQuestion(due.workspace_id, due.question_id);
    // Settled since it was claimed: what replaces it is planned already.
    if (question?.state !== 'pending') return;
    const payload = questionPayload(question, {
      deliveryId: due.delivery_id,
      token: due.token,
      expiresAt: question.expires_at,
    });
    const options = questionPushOptions(question.id, question.expires_in_ms);
    replaceOvertaken(due.workspace_id, question.id, await sendAndRecord(due, payload, options, due.attempts));
  } else if (due.kind === 'settled' && due.question_id) {
    await sendAndRecord(
      due,
      await settledPayload(due.workspace_id, due.question_id),
      settledPushOptions(due.question_id),
      due.attempts,
    );
  } else if (due.kind === 'notification' && due.notification_id) {
    const payload = await notificationPayload(due.workspace_id, due.notification_id, due);
    if (payload)
      await sendAndRecord(
        due,
        payload.payload,
        notificationPushOptions(due.notification_id, payload.isError),
        due.attempts,
      );
  }
}
