import { writeSync } from 'node:fs';

const longestStallMs = 5000;

/** Writes all of a text before it returns: what is left in a stream when the process ends is lost. Gives up when nobody reads. */
export function writeOut(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  const stalled = new Int32Array(new SharedArrayBuffer(4));
  let at = 0;
  let since = performance.now();
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
      since = performance.now();
    } catch (error) {
      // A pipe that is full and does not block; anything else means that its reader is gone.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() - since > longestStallMs) return;
      Atomics.wait(stalled, 0, 0, 5);
    }
  }
}
