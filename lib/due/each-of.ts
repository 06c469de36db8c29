import { log } from '@/lib/log';

/**
 * Does one thing after the other; one that fails does not hold up the others. Gives how many it did, but for those of which
 * the work says `false` (another process was faster); throws the first failure in the
 * end, so that the loop waits before it looks again.
 */
export async function eachOf<Thing>(things: Thing[], work: (thing: Thing) => Promise<unknown>): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const thing of things) {
    try {
      if ((await work(thing)) !== false) done++;
    } catch (error) {
      log.error('one thing that is due failed; it is tried again', { kind: work.name, error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
