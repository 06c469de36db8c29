import type { KeyActor } from '@/lib/actor';
import type { Subscriber } from '@/lib/contract/subscriber';
import { isId } from '@/lib/ids';
import { selectSubscriber } from '@/lib/subscribers/subscribers.sql';
import { noSuchSubscriber, subscriberView } from '@/lib/subscribers/view';

/** One device of the workspace, in use or not. Throws AppError `not_found`. */
export async function getSubscriber({ workspaceId }: KeyActor, id: string): Promise<Subscriber> {
  const row = isId(id) ? await selectSubscriber(workspaceId, id) : undefined;
  if (!row) throw noSuchSubscriber();
  return subscriberView(row);
}
