import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { settledWithin } from '@/lib/questions/settled-within';

/** The collector of this process, which Node hides unless it is asked for. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('a wait for work that never ends is over after its time, also when memory is collected meanwhile', async () => {
  const waited = settledWithin(new Promise(() => undefined), 30);
  // Twice and a turn apart: what is weakly held survives the turn in which it was made.
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  await expect(waited).resolves.toBeUndefined();
});

test('a wait is over as soon as the work is', async () => {
  await expect(settledWithin(Promise.resolve(), 60_000)).resolves.toBeUndefined();
});

test('work that fails is not hidden', async () => {
  await expect(settledWithin(Promise.reject(new Error('broken')), 60_000)).rejects.toThrow('broken');
});
