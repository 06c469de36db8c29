import type { KeyActor } from '@/lib/actor';
import type { SendNotification, SendNotificationResult } from '@/lib/contract/notification';
import { notify } from '@/lib/notifications/notify';
import type { CallFacts } from '@/lib/questions/prepare';

/**
 * Tells the person something, one way (spec 3.1). Throws AppError `subscription_required` or `limit_reached`; nobody connected is a
 * success with a warning.
 */
export async function sendNotification(
  actor: KeyActor,
  input: SendNotification,
  facts: CallFacts,
): Promise<SendNotificationResult> {
  return (await notify(actor, input, facts)).reply;
}
