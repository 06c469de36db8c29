import { expect, test } from '@playwright/test';
import { postgresPid } from '../server/home';
import { whenListening, whenSoManyListen } from '../server/listeners';
import { rawCall } from '../server/mcp';
import { answer, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, makeWorkspace, openPage, raiseLimits } from '../server/workspace';

let first: NodServer;
let second: NodServer;
let key: string;
const call = (server: NodServer, tool: string, args: Record<string, unknown>, apiKey = key) =>
  rawCall(server.url, tool, args, { key: apiKey }).then(({ structured }) => structured);
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

test.beforeAll(async () => {
  first = await startServer();
  second = await startServer({ databaseUrl: first.databaseUrl });
  key = first.apiKey;
  await openPage(first.query, await firstWorkspace(first.query));
});
test.afterAll(stopEverything);

test('an answer given at one process wakes the waiter at the other', async () => {
  const session = await signIn(second);
  const tookMs: number[] = [];
  for (let round = 0; round < 20; round++) {
    const sessionId = `wake-${round}`;
    const blocked = call(first, 'ask_user', { question: 'Awake?', sessionId, timeoutMs: 20_000 });
    const id = await whenListening(first.query, sessionId);
    const since = performance.now();
    const returned = blocked.then((reply) => ({ reply, tookMs: performance.now() - since }));
    await answer(second, session, id, 'yes');
    const woken = await returned;
    expect(woken.reply).toMatchObject({ answered: true, value: 'yes', correlationId: id });
    tookMs.push(woken.tookMs);
  }
  const sorted = tookMs.sort((left, right) => left - right).map((ms) => ms.toFixed(1));
  console.log(
    `answer sent to one process → call returns at the other: p50 ${sorted[10]} ms, slowest of 20 ${sorted[19]} ms`,
  );
  expect(tookMs[10]).toBeLessThan(1000);
});

test('the limit of open questions holds when 25 asks arrive at each process at once', async () => {
  const place = await makeWorkspace(first.query, 'limited');
  const limited = await makeKey(first.query, place, 'agent');
  const replies = await Promise.all(
    times(50, (index) => {
      const server = index % 2 === 0 ? first : second;
      return call(server, 'ask_user', { question: `Question ${index}?`, wait: false }, limited);
    }),
  );
  expect(replies.filter(({ status }) => status === 'pending')).toHaveLength(25);
  const refused = replies.filter(({ status }) => status !== 'pending');
  expect(refused.map(({ code }) => code)).toEqual(times(25, () => 'limit_reached'));
  expect(refused[0]?.error).toContain('25');
});

test('one request id makes one question when 25 calls arrive at each process at once', async () => {
  const args = { question: 'Only once?', requestId: 'the-same', wait: false };
  const replies = await Promise.all(
    times(50, (index) => call(index % 2 === 0 ? first : second, 'ask_user', args).then((reply) => reply.correlationId)),
  );
  expect(new Set(replies).size).toBe(1);
  const stored = await first.query(`SELECT id FROM question WHERE idempotency_key = 'request:the-same'`);
  expect(stored).toEqual([{ id: replies[0] }]);
});

test('SIGTERM with 100 calls waiting: each gets a reply that says what to do, within five seconds', async () => {
  await raiseLimits(first.query);
  const blocked = times(100, (index) =>
    call(second, 'ask_user', { question: `Question ${index}?`, sessionId: `stop-${index}`, timeoutMs: 50_000 }),
  );
  await whenSoManyListen(first.query, 100);
  const tookMs = await second.stop();
  const replies = await Promise.all(blocked);
  console.log(`SIGTERM with 100 calls waiting: ended after ${tookMs.toFixed(0)} ms`);
  expect(tookMs).toBeLessThan(5000);
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 'pending', answered: false, nextAction: 'wait_for_answer' });
  const id = String(replies[0]?.correlationId);
  const waiting = call(first, 'wait_for_answer', { correlationId: id, timeoutMs: 10_000 });
  await answer(first, await signIn(first), id, 'yes');
  expect(await waiting).toMatchObject({ answered: true, value: 'yes' });
});

test('a second process on one data folder works beside the first, and the last to stop stops PostgreSQL', async () => {
  const beside = await startServer({ dataDirectory: first.dataDirectory });
  const blocked = call(first, 'ask_user', { question: 'Together?', sessionId: 'beside', timeoutMs: 20_000 });
  const id = await whenListening(first.query, 'beside');
  await answer(beside, await signIn(beside), id, 'no');
  expect(await blocked).toMatchObject({ answered: true, value: 'no' });
  await first.stop();
  expect(await call(beside, 'wait_for_answer', { correlationId: id })).toMatchObject({ value: 'no' });
  await beside.stop();
  expect(postgresPid(first.dataDirectory)).toBeUndefined();
});
