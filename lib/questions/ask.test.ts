import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { AskUserResult } from '@/lib/contract/question';
import { closeDatabase, query } from '@/lib/db/client';
import { factsInMeta } from '@/lib/mcp/call-facts';
import { clientNameIn, newSessionId } from '@/lib/mcp/session-id';
import { markWindowClosed, markWindowOpen } from '@/lib/members/web-sessions';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, ledgerOf, rowOf } from '@/lib/testing/questions';
import { bus } from '@/lib/wake/bus';
import { type Listening, listen } from '@/lib/wake/listen';

let place: TestWorkspace;
let listening: Listening;

beforeAll(async () => {
  listening = listen();
  await listening.ready;
});

/** Somebody can be reached: an open window counts as reach, and nothing has to be pushed. */
beforeEach(async () => {
  place = await makeWorkspace();
  await markWindowOpen(place.owner.webSessionId, 3600);
});

afterEach(async () => {
  expect(bus().topics()).toEqual([]);
  await shiftClock(0);
});

afterAll(async () => {
  await listening.stop();
  await closeDatabase();
});

/** The columns of the table of spec 2.3; what is not said is undefined. */
const said = ({ status, answered, timedOut, nextAction, handoffAction }: AskUserResult) => ({
  status,
  answered,
  timedOut,
  nextAction,
  handoffAction,
});

const nothing = { answered: undefined, timedOut: undefined, nextAction: undefined, handoffAction: undefined };

/** Starts a blocked ask and gives its id when it sleeps: its listening is noted by then. */
async function blocked(fields: Record<string, unknown> = {}, call: Parameters<typeof askAs>[2] = {}) {
  const reply = askAs(place.agent, { wait: true, timeoutMs: 10_000, ...fields }, call);
  await expect.poll(() => bus().topics().length, { interval: 2, timeout: 4000 }).toBe(1);
  const id = bus().topics()[0] ?? '';
  await expect.poll(async () => (await rowOf(id)).listening_until, { interval: 5, timeout: 4000 }).not.toBeNull();
  return { id, reply };
}

const answer = async (id: string, value: string) =>
  answerQuestion(place.owner, { id, value, shownDigest: (await rowOf(id)).content_digest });

test('answered while waiting: answered with the value', async () => {
  const { id, reply } = await blocked();
  await answer(id, 'yes');
  expect(said(await reply)).toEqual({ ...nothing, status: 'answered', answered: true });
  expect(await reply).toMatchObject({ value: 'yes', correlationId: id });
  await expect.poll(async () => (await rowOf(id)).picked_up_at, { interval: 5, timeout: 4000 }).not.toBeNull();
});

test('the wait ends and the question is open: pending, timed out, wait on', async () => {
  expect(said(await askAs(place.agent, { wait: true, timeoutMs: 30 }))).toEqual({
    ...nothing,
    status: 'pending',
    answered: false,
    timedOut: true,
    nextAction: 'wait_for_answer',
  });
});

test('wait false: pending at once, and nothing is said about an answer or a wait', async () => {
  const reply = await askAs(place.agent);
  expect(said(reply)).toEqual({ ...nothing, status: 'pending', nextAction: 'wait_for_answer' });
  expect(await ledgerOf(reply.correlationId)).toEqual(['asked']);
});

test.each([true, false])(
  'nobody can be reached (wait %s): returns at once and sends the agent back to its own client',
  async (wait) => {
    await markWindowClosed(place.owner.webSessionId, 0);
    const reply = await askAs(place.agent, { wait });
    expect(said(reply)).toEqual({
      status: 'pending',
      answered: wait ? false : undefined,
      timedOut: undefined,
      nextAction: 'ask_in_current_client',
      handoffAction: 'cancel_then_ask_in_current_client',
    });
    expect(reply).toMatchObject({ noDevices: true, warning: expect.stringContaining('nobody was alerted') });
  },
);

test('a device of a viewer alone is reach without an answer token: the viewer sees, and cannot answer', async () => {
  await markWindowClosed(place.owner.webSessionId, 0);
  await addDevice(place.viewer);
  await askAs(place.agent);
  const rows = await query(`SELECT cardinality(token_hashes) AS tokens FROM delivery WHERE workspace_id = $1`, [
    place.workspaceId,
  ]);
  expect(rows).toEqual([{ tokens: 0 }]);
});

test('a device is reach although its push service does not answer yet', async () => {
  await markWindowClosed(place.owner.webSessionId, 0);
  await addDevice(place.owner);
  const reply = await askAs(place.agent, { wait: true, timeoutMs: 50 });
  expect(reply).toMatchObject({ status: 'pending', timedOut: true, delivery: { web: 0, mobile: 0 } });
  expect(reply.noDevices).toBeUndefined();
});

test('a device that refuses for good while the call waits ends the wait', async () => {
  await markWindowClosed(place.owner.webSessionId, 0);
  const device = await addDevice(place.owner);
  await query(`UPDATE device SET endpoint = 'https://10.0.0.1/push' WHERE id = $1`, [device]);
  expect(await askAs(place.agent, { wait: true, timeoutMs: 10_000 })).toMatchObject({
    status: 'pending',
    answered: false,
    noDevices: true,
    handoffAction: 'cancel_then_ask_in_current_client',
    warning: 'No device took it: Private addresses are not called.',
  });
});

test.each([
  ['test traffic', 'test_traffic', { env: 'test' }],
  ['a permission that nobody can place', 'unattributed', { toolTarget: 'rm -rf build' }],
  ['a scope path that nobody can place', 'unattributed', { scopePath: '/etc' }],
])('%s is stored and held, and returns at once', async (_what, held, fields) => {
  await addDevice(place.owner);
  const reply = await askAs(place.agent, { wait: true, timeoutMs: 10_000, ...fields });
  expect(said(reply)).toEqual({ ...nothing, status: 'pending', answered: false, nextAction: 'wait_for_answer' });
  expect([reply.held, reply.env]).toEqual([held, held === 'test_traffic' ? 'test' : undefined]);
  expect(await query('SELECT 1 FROM delivery WHERE workspace_id = $1', [place.workspaceId])).toEqual([]);
  expect(said(await askAs(place.agent, fields))).toEqual({
    ...nothing,
    status: 'pending',
    nextAction: 'wait_for_answer',
  });
});

test.each([{ toolName: 'Bash' }, { sessionId: 'one' }])('a permission with %o is not held', async (attribution) => {
  expect((await askAs(place.agent, { toolTarget: 'rm -rf build', ...attribution })).held).toBeUndefined();
});

test('a connection marked as test traffic is test traffic', async () => {
  expect(await askAs(place.agent, {}, { testTraffic: true })).toMatchObject({ held: 'test_traffic', env: 'test' });
});

test('cancelled while waiting: cancelled, stop', async () => {
  const { id, reply } = await blocked();
  expect(await cancelQuestion(place.agent, { correlationId: id })).toMatchObject({ cancelled: true });
  expect(said(await reply)).toEqual({ ...nothing, status: 'cancelled', answered: false, handoffAction: 'stop' });
});

test('expired while waiting: expired, ask in your own client', async () => {
  const { reply } = await blocked({ waitEndsAt: '2031-01-01T00:00:00Z' });
  await shiftClock(10 * 60_000 + 1);
  expect(said(await reply)).toEqual({
    ...nothing,
    status: 'expired',
    answered: false,
    nextAction: 'ask_in_current_client',
  });
});

test.each([
  ['stopped', { status: 'stopped', answered: false, handoffAction: 'stop' }],
  ['notified', { status: 'notified', answered: false, nextAction: 'ask_in_current_client' }],
  ['terminal', { status: 'terminal', answered: false, nextAction: 'ask_in_current_client' }],
])('a repeat of a question stored as %s says so', async (state, expected) => {
  const { correlationId } = await askAs(place.agent, { requestId: 'once' });
  await query('UPDATE question SET state = $2, settled_at = nod_now() WHERE id = $1', [correlationId, state]);
  expect(said(await askAs(place.agent, { requestId: 'once', wait: true }))).toEqual({ ...nothing, ...expected });
});

test.each([
  ['0', 0],
  ['1', 1],
  ['-5', -5],
])('timeoutMs %s returns at once with the question open', async (_name, timeoutMs) => {
  const startedAt = performance.now();
  expect(await askAs(place.agent, { wait: true, timeoutMs })).toMatchObject({ status: 'pending', timedOut: true });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test('a wait is counted from when the call arrived, not from when it was stored', async () => {
  const startedAt = performance.now();
  const reply = await askAs(place.agent, { wait: true, timeoutMs: 20_000 }, { receivedAt: startedAt - 20_000 });
  expect(reply).toMatchObject({ status: 'pending', timedOut: true });
});

test('a timeoutMs beyond what clients bear waits 55 s at most', async () => {
  const { id, reply } = await blocked({ timeoutMs: 1e12 });
  const [row] = await query<{ ms: number }>(
    `SELECT extract(epoch FROM listening_until - created_at)::float8 * 1000 AS ms FROM question WHERE id = $1`,
    [id],
  );
  expect(row?.ms).toBeGreaterThan(50_000);
  expect(row?.ms).toBeLessThanOrEqual(55_500);
  await answer(id, 'no');
  expect(await reply).toMatchObject({ answered: true, value: 'no' });
});

test('a caller that goes away stops waiting at once; its question stays open and is no longer listened to', async () => {
  const caller = new AbortController();
  const { id, reply } = await blocked({}, { signal: caller.signal });
  caller.abort();
  await reply;
  expect(bus().topics()).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ state: 'pending', picked_up_at: null });
  const listens = async () =>
    (await query('SELECT 1 FROM question WHERE id = $1 AND listening_until > nod_now()', [id])).length;
  await expect.poll(listens, { interval: 5, timeout: 4000 }).toBe(0);
  await answer(id, 'yes');
  expect(await askAs(place.agent, { question: 'Another?', wait: false })).toMatchObject({ status: 'pending' });
});

test('when this process is told to stop, a blocked call gets a reply that can be gone on from', async () => {
  const { id, reply } = await blocked();
  bus().closing.abort();
  expect(said(await reply)).toEqual({
    ...nothing,
    status: 'pending',
    answered: false,
    timedOut: true,
    nextAction: 'wait_for_answer',
  });
  expect(await rowOf(id)).toMatchObject({ state: 'pending' });
  expect(bus().topics()).toEqual([]);
  // A process closes once; the tests that follow need a bus that is open.
  delete (globalThis as { nodBus?: unknown }).nodBus;
});

test.each([
  ['agent', {}, false],
  ['connector', {}, true],
  ['full', {}, false],
  ['agent', { waitEndsAt: '2031-01-01T00:00:00Z' }, true],
  ['agent', { machineId: 'laptop', actionBody: 'ls', toolName: 'Bash' }, true],
  ['agent', { machineId: 'laptop' }, false],
] as const)('a question of %s key with %o lives ten minutes: %s', async (kind, fields, isLimited) => {
  const { expiresInSeconds } = await askAs(place[kind], fields);
  expect(expiresInSeconds).toBe(isLimited ? 600 : undefined);
});

test('every reply is what its schema promises, names the question and says what to do', async () => {
  const replies = [
    await askAs(place.agent),
    await askAs(place.agent, { wait: true, timeoutMs: 0 }),
    await askAs(place.agent, { env: 'test' }),
    await askAs(place.connector, { waitEndsAt: '2031-01-01T00:00:00Z' }),
  ];
  for (const reply of replies) {
    expect(AskUserResult.safeParse(JSON.parse(JSON.stringify(reply))).error).toBeUndefined();
    expect(reply).toMatchObject({ question: 'Ship it?', type: 'confirm', hint: expect.stringMatching(/\.$/) });
    expect(reply.answerUrl).toBe(`http://localhost:3000/q/${reply.correlationId}`);
  }
});

test('a blocked call that is asked to tell its progress does so every five seconds, and no more once it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const messages: string[] = [];
    const { id, reply } = await blocked({}, { ...callNow(), progress: (message) => messages.push(message) });
    vi.advanceTimersByTime(4_000);
    expect(messages).toEqual([]);
    vi.advanceTimersByTime(6_000);
    expect(messages).toEqual(Array(2).fill(expect.stringMatching(/^waiting for you on 0 devices, \d+ s left$/)));
    await answer(id, 'yes');
    await reply;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['2031-01-01T00:00:00+23:00', '2030-12-31T01:00:00.000Z'],
  ['1970-01-02T00:00:00-23:59', '1970-01-02T23:59:00.000Z'],
  ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
])('a waitEndsAt that the schema takes can be stored: %s', async (waitEndsAt, stored) => {
  expect(await askAs(place.agent, { waitEndsAt })).toMatchObject({ status: 'pending', waitEndsAt: stored });
});

test.each([
  ['a null character', 'a\u0000b'],
  ['half an emoji', '\ud83d'],
  ['a bidi override', 'a\u202eb'],
])('a runtime whose own ids and name hold %s can still ask', async (_what, odd) => {
  const meta = { callId: odd, sessionId: odd, 'io.modelcontextprotocol/clientInfo': { name: odd } };
  const clientName = await clientNameIn(await newSessionId(odd));
  const reply = await askAs(place.agent, {}, { clientName, ...factsInMeta(meta) });
  expect(await rowOf(reply.correlationId)).toMatchObject({ state: 'pending', agent_name: '', session_id: null });
});

test('a client name cut in the middle of an emoji can still ask', async () => {
  const clientName = await clientNameIn(await newSessionId(`${'x'.repeat(99)}🙂`));
  const reply = await askAs(place.agent, {}, { clientName });
  expect(await rowOf(reply.correlationId)).toMatchObject({ agent_name: `${'x'.repeat(99)}🙂` });
});
