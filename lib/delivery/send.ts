import { markAccepted, markFailed, markForRetry } from '@/lib/delivery/deliveries.sql';
import { trackSending } from '@/lib/delivery/in-flight';
import { hidden, type PushPayload } from '@/lib/delivery/payload';
import { type PushOptions, type PushOutcome, sendPush } from '@/lib/delivery/push';
import { log } from '@/lib/log';
import type { PushTarget } from '@/lib/questions/questions.sql';

/** How long the process that planned or claimed a push has for it, before another may try: longer than a push service may take. */
export const pushLeaseMs = 60_000;
/** Waits before the second, third … try when the push service names none. */
const backoffMs = [2_000, 8_000, 30_000, 120_000, 600_000];
/** After so many tries a push has failed: with the waits above, about a day. */
const maxAttempts = 150;

/** Sends one planned push and writes down what the push service said. Gives that outcome; throws when it could not be written. */
export function sendAndRecord(
  target: PushTarget,
  payload: PushPayload,
  options: PushOptions,
  attempts = 1,
): Promise<PushOutcome> {
  // What settles a question must wait for the question itself, not for others of its own kind.
  const tag = payload.kind === 'settled' ? `settled ${payload.id}` : payload.tag;
  return trackSending(tag, send(target, payload, options, attempts));
}

async function send(
  target: PushTarget,
  payload: PushPayload,
  options: PushOptions,
  attempts: number,
): Promise<PushOutcome> {
  const outcome = await sendPush(target, target.hides_text ? hidden(payload) : payload, options);
  const { delivery_id: deliveryId } = target;
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', overtaken: await acceptedBatch.add(deliveryId) };
    case 'gone':
      await markFailed(deliveryId, outcome.reason, true);
      break;
    case 'refused':
      await markFailed(deliveryId, outcome.reason, false);
      break;
    case 'configuration':
      log.error('a push service refuses this server: check NOD_URL and NOD_CONTACT', {
        host: new URL(target.endpoint).host,
        reason: outcome.reason,
      });
      await markFailed(deliveryId, outcome.reason, false);
      break;
    case 'retry':
      if (attempts >= maxAttempts) await markFailed(deliveryId, outcome.reason, false);
      else
        await markForRetry(
          deliveryId,
          outcome.reason,
          // Never sooner than our own wait: "Retry-After: 0" would use up every try at once.
          Math.max(outcome.retryAfterMs ?? 0, backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 600_000),
        );
      break;
  }
  return outcome;
}

/** Receipts that come together are written together: one statement for up to 200, at most a few milliseconds late. */
class ReceiptBatch {
  #waiting: { id: string; done: (isSettled: boolean) => void; failed: (error: unknown) => void }[] = [];
  #writing = false;

  /** Resolves when the receipt is written; true when its question is settled by now. */
  add(id: string): Promise<boolean> {
    return new Promise((done, failed) => {
      this.#waiting.push({ id, done, failed });
      if (!this.#writing) {
        this.#writing = true;
        setTimeout(() => void this.#write(), 5);
      }
    });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, 200);
      try {
        const settled = new Set(await markAccepted(batch.map(({ id }) => id)));
        for (const { id, done } of batch) done(settled.has(id));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#writing = false;
  }
}

const acceptedBatch = new ReceiptBatch();
