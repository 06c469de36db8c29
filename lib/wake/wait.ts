import { bus, type WakeEvent } from '@/lib/wake/bus';

export interface WaitOptions<State> {
  /** Reads the present state; called once after subscribing and once per wake, never on a timer. */
  read: () => Promise<State>;
  /** Whether the wait is over. */
  done: (state: State) => boolean;
  /** A moment at which to look once more although nobody woke us (a deadline), in milliseconds from now. */
  lookAgainInMs?: (state: State) => number | undefined;
  /** Which events of the topic are worth a look; all when left out. */
  wakesOn?: (event: WakeEvent) => boolean;
  /** When to give up, as performance.now() milliseconds. */
  endsAt: number;
  /** Aborts when the caller is gone. */
  signal?: AbortSignal;
}

/**
 * Sleeps until the thing named by topic is done, the time is over, the caller is gone or this process stops; gives the last state
 * read. An event that comes between the subscription and the read, or while reading, is not lost.
 */
export async function waitFor<State>(topic: string, options: WaitOptions<State>): Promise<State> {
  const { read, done, lookAgainInMs, wakesOn, endsAt, signal } = options;
  const closing = bus().closing.signal;
  let woken = false;
  let wake: () => void = () => {};
  const unsubscribe = bus().subscribe(topic, (event) => {
    if (wakesOn && !wakesOn(event)) return;
    woken = true;
    wake();
  });
  const stop = () => wake();
  signal?.addEventListener('abort', stop);
  closing.addEventListener('abort', stop);
  try {
    for (;;) {
      woken = false;
      const state = await read();
      const remainingMs = endsAt - performance.now();
      if (done(state) || remainingMs <= 0 || signal?.aborted || closing.aborted) return state;
      if (woken) continue;
      // setTimeout may fire up to 1 ms early; a deadline must be reached when we look.
      const sleepMs = Math.ceil(Math.max(0, Math.min(remainingMs, lookAgainInMs?.(state) ?? remainingMs))) + 1;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, sleepMs);
        if (signal?.aborted || closing.aborted || woken) resolve();
      });
      clearTimeout(timer);
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', stop);
    closing.removeEventListener('abort', stop);
  }
}
