import type { Subscriber } from '@/lib/contract/subscriber';
import { AppError } from '@/lib/errors';
import { sha256 } from '@/lib/ids';
import type { SubscriberRow } from '@/lib/subscribers/subscribers.sql';

/** Whoever knows an endpoint can move its device (POST /api/push/resubscribe): told are the push service, and enough to tell two apart. */
const maskedEndpoint = (endpoint: string): string =>
  `${new URL(endpoint).origin}/…${sha256(endpoint).toString('hex').slice(0, 8)}`;

/** What lib/devices/describe.ts says when it does not know. */
const known = (text: string): string | undefined =>
  ['', 'Browser', 'unknown system'].includes(text) ? undefined : text;

/** A device as integrators see it. */
export function subscriberView(row: SubscriberRow): Subscriber {
  return {
    id: row.id,
    siteId: row.workspace_id,
    endpoint: maskedEndpoint(row.endpoint),
    status: row.status,
    browser: known(row.browser),
    os: known(row.os),
    deviceType: known(row.os)
      ? row.os === 'iPad'
        ? 'tablet'
        : row.channel === 'mobile'
          ? 'mobile'
          : 'desktop'
      : undefined,
    timezone: row.time_zone ?? undefined,
    tags: row.tags,
    externalId: row.external_id ?? undefined,
    createdAt: row.created_at.toISOString(),
    lastActiveAt: row.last_seen_at.toISOString(),
  };
}

/** The same for another workspace's device and for one that never existed. */
export const noSuchSubscriber = () => new AppError('not_found', 'There is no such subscriber.');
