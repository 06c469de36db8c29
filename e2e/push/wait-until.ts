import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 25;

/**
 * Waits until `look` finds something and returns it.
 * @throws Error that names `what` when nothing was found within `timeoutMs`.
 */
export async function waitUntil<Found>(
  what: string,
  look: () => Found | undefined | null | false | Promise<Found | undefined | null | false>,
  timeoutMs = 15_000,
): Promise<Found> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await pause(POLL_INTERVAL_MS);
  }
}
