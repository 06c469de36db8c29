import type { KeyActor } from '@/lib/actor';
import { isId } from '@/lib/ids';
import { unsubscribe } from '@/lib/subscribers/subscribers.sql';
import { noSuchSubscriber } from '@/lib/subscribers/view';

/** Takes a device out of use; once more is fine. Throws AppError `not_found`. */
export async function removeSubscriber({ workspaceId }: KeyActor, id: string): Promise<{ id: string; deleted: true }> {
  if (!isId(id) || !(await unsubscribe(workspaceId, id))) throw noSuchSubscriber();
  return { id, deleted: true };
}
