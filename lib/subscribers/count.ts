import type { KeyActor } from '@/lib/actor';
import type { SubscriberCount } from '@/lib/contract/subscriber';
import { countByStatus } from '@/lib/subscribers/subscribers.sql';

/** How many devices the workspace has, of members and of end users. */
export const countSubscribers = ({ workspaceId }: KeyActor): Promise<SubscriberCount> => countByStatus(workspaceId);
