import { afterEach, expect, test } from 'vitest';
import { bus } from '@/lib/wake/bus';
import { waitFor } from '@/lib/wake/wait';

const topic = 'thing';
const inMs = (timeoutMs: number) => performance.now() + timeoutMs;

afterEach(() => expect(bus().topics()).toEqual([]));

/** A state that tests move on, and how often it was read. */
function thing(state = 0) {
  const known = { state, reads: 0 };
  const read = async () => {
    known.reads++;
    return known.state;
  };
  return { known, read };
}

const wake = () => bus().publish({ id: topic, event: 'moved' });

test('what is done already is told with one read', async () => {
  const { known, read } = thing(1);
  expect(await waitFor(topic, { read, done: (state) => state === 1, endsAt: inMs(10_000) })).toBe(1);
  expect(known.reads).toBe(1);
});

test('an event between the subscription and the first read is not lost', async () => {
  const { known, read } = thing();
  const waiting = waitFor(topic, { read, done: (state) => state === 1, endsAt: inMs(10_000) });
  known.state = 1;
  wake();
  expect(await waiting).toBe(1);
});

test('an event while the state is being read, too late for that read, leads to another read', async () => {
  const { known } = thing();
  let finishFirstRead: () => void = () => {};
  const read = async () => {
    const seen = known.state;
    if (known.reads++ === 0) await new Promise<void>((resolve) => (finishFirstRead = resolve));
    return seen;
  };
  const waiting = waitFor(topic, { read, done: (state) => state === 1, endsAt: inMs(10_000) });
  known.state = 1;
  wake();
  finishFirstRead();
  expect(await waiting).toBe(1);
  expect(known.reads).toBe(2);
});

test('an event about something else wakes nobody', async () => {
  const { known, read } = thing();
  const waiting = waitFor(topic, { read, done: () => false, endsAt: inMs(40) });
  bus().publish({ id: 'other', event: 'moved' });
  expect(await waiting).toBe(0);
  // Once at the start and once at the end.
  expect(known.reads).toBe(2);
});

test('many events while one read is running lead to one more read, not to one each', async () => {
  const { known, read } = thing();
  const waiting = waitFor(topic, { read, done: (state) => state === 1, endsAt: inMs(10_000) });
  known.state = 1;
  for (let count = 0; count < 100; count++) wake();
  await waiting;
  expect(known.reads).toBeLessThanOrEqual(2);
});

test('a wait whose end has come reads once and returns', async () => {
  const { known, read } = thing();
  expect(await waitFor(topic, { read, done: () => false, endsAt: inMs(-1) })).toBe(0);
  expect(known.reads).toBe(1);
});

test('the caller being gone, before or while it waits, ends the wait', async () => {
  const { read } = thing();
  const gone = AbortSignal.abort();
  expect(await waitFor(topic, { read, done: () => false, endsAt: inMs(10_000), signal: gone })).toBe(0);
  const caller = new AbortController();
  const waiting = waitFor(topic, { read, done: () => false, endsAt: inMs(10_000), signal: caller.signal });
  await new Promise((resolve) => setImmediate(resolve));
  caller.abort();
  expect(await waiting).toBe(0);
});

test('a deadline is looked at again when it comes, although nobody says so', async () => {
  const { known, read } = thing();
  const deadline = inMs(30);
  const done = () => performance.now() >= deadline;
  await waitFor(topic, { read, done, lookAgainInMs: () => deadline - performance.now(), endsAt: inMs(10_000) });
  expect(known.reads).toBe(2);
});

test('a read that fails ends the wait with its error and leaves no listener', async () => {
  const read = async () => {
    throw new Error('no such thing');
  };
  await expect(waitFor(topic, { read, done: () => false, endsAt: inMs(10_000) })).rejects.toThrow('no such thing');
});

test('two thousand waits on one thing are all woken by one event, without a warning about leaks', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const { known, read } = thing();
  const waits = Array.from({ length: 2000 }, () =>
    waitFor(topic, { read, done: (state) => state === 1, endsAt: inMs(10_000) }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  known.state = 1;
  wake();
  expect(new Set(await Promise.all(waits))).toEqual(new Set([1]));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
