import type { KeyActor } from '@/lib/actor';
import type { ChangeSubscriber, Subscriber } from '@/lib/contract/subscriber';
import { refusal } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { withoutSecrets } from '@/lib/notifications/kept';
import { selectSubscriber, updateSubscriber } from '@/lib/subscribers/subscribers.sql';
import { noSuchSubscriber, subscriberView } from '@/lib/subscribers/view';

/**
 * Changes what an integrator keeps with a device. Throws AppError `not_found`, and `invalid_request` when an end user's device would become
 * somebody else's: their decisions would then ring on it.
 */
export async function changeSubscriber(
  { workspaceId }: KeyActor,
  id: string,
  change: ChangeSubscriber,
): Promise<Subscriber> {
  if (!isId(id)) throw noSuchSubscriber();
  const customData = change.customData && (withoutSecrets(change.customData) as Record<string, unknown>);
  const row = await updateSubscriber(workspaceId, id, { ...change, ...(customData ? { customData } : {}) });
  if (row) return subscriberView(row);
  if (!(await selectSubscriber(workspaceId, id))) throw noSuchSubscriber();
  throw refusal('externalId', 'is not the one of the end user whose device this is', {
    hint: 'Enrol the device again (POST /api/v1/server/enroll) to give it to somebody else.',
  });
}
