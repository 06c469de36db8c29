import { trackSending } from '@/lib/delivery/in-flight';
import { log } from '@/lib/log';
import { type ClaimedMessage, claimDueMessages, recordTry } from '@/lib/webhooks/outbox.sql';
import { postMessage } from '@/lib/webhooks/send';

/** How many go out at once: one receiver that hangs holds up only its own, and one workspace only half. */
const inAll = 32;
const perWorkspace = 16;
const perHost = 4;
/** Places that only a workspace with nothing on its way gets. */
const kept = 8;
/** Longer than a try takes: its 10 s, and the writing down. */
const leaseMs = 60_000;
/** Waits after the first, second … try that failed (spec 3.7); after the last, it is given up. */
const retryMs = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];
/** The receiver is gone for good, so it says. */
const goneStatus = 410;

/** On their way from this process. */
const underWay = new Set<ClaimedMessage>();

/**
 * Sends the messages that are due, as far as there is room; gives how many. Not awaited, as a receiver may take its time: a lease keeps other
 * processes off them. At least once: a process that dies between sending and writing it down leaves the message to be sent again.
 */
export async function deliverDueWebhooks(): Promise<number> {
  const room = {
    inAll: Math.max(0, inAll - underWay.size),
    kept,
    perHost,
    perWorkspace,
    byHost: countBy(({ host }) => host),
    byWorkspace: countBy(({ workspace_id: workspace }) => workspace),
  };
  const claimed = await claimDueMessages(room, leaseMs);
  for (const message of claimed) {
    underWay.add(message);
    void trackSending(`webhook ${message.id}`, deliver(message))
      // Its lease brings it back.
      .catch((error) => log.error('a webhook could not be sent or recorded', { message: message.id, error }))
      .finally(() => underWay.delete(message));
  }
  return claimed.length;
}

async function deliver(message: ClaimedMessage): Promise<void> {
  const tried = await postMessage(message);
  const isLast = message.is_manual || tried.statusCode === goneStatus;
  await recordTry(message, tried, isLast ? null : (retryMs[message.number - 1] ?? null));
}

function countBy(keyOf: (message: ClaimedMessage) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const message of underWay) counts[keyOf(message)] = (counts[keyOf(message)] ?? 0) + 1;
  return counts;
}
