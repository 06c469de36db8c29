/** The value that this share (0 to 1) of the samples does not exceed, by the nearest rank. Throws without samples. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('There are no samples.');
  return value;
}

export const median = (samples: number[]): number => percentile(samples, 0.5);

/** Milliseconds in words. */
export const inMs = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

export const perSecond = (value: number): string => `${Math.round(value)}/s`;

/** Runs `work` for 0 … count-1, at most `concurrency` at a time; gives how many seconds that took. */
export async function secondsFor(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const since = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (performance.now() - since) / 1000;
}
