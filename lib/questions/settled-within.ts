import { bus } from '@/lib/wake/bus';

/**
 * Resolves when the work is done, when so many milliseconds have passed, or when this process is told to stop; rejects when the work
 * does. With a timer, not with AbortSignal.timeout() inside AbortSignal.any(): Node holds that timeout weakly, so a garbage collection
 * takes it away, and the wait (with everything it holds) then stays for good.
 */
export async function settledWithin(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const closing = bus().closing.signal;
  let enough: () => void = () => undefined;
  const waitedEnough = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const timer = setTimeout(enough, timeoutMs);
  closing.addEventListener('abort', enough);
  if (closing.aborted) enough();
  try {
    await Promise.race([work, waitedEnough]);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', enough);
  }
}
