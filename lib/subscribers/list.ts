import type { KeyActor } from '@/lib/actor';
import type { ListSubscribers, SubscriberList } from '@/lib/contract/subscriber';
import { cursorText, readCursor } from '@/lib/cursor';
import { selectSubscribers } from '@/lib/subscribers/subscribers.sql';
import { subscriberView } from '@/lib/subscribers/view';

/** A page of the workspace's devices, the newest first. Throws AppError `invalid_request` for a cursor that no list gave. */
export async function listSubscribers(
  { workspaceId }: KeyActor,
  { limit, cursor, ...filter }: ListSubscribers,
): Promise<SubscriberList> {
  const rows = await selectSubscribers(workspaceId, { ...filter, after: readCursor(cursor), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    data: page.map(subscriberView),
    hasMore,
    nextCursor: hasMore && last ? cursorText({ at: last.created_at, id: last.id }) : undefined,
  };
}
