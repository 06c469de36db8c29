import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { SendNotification } from '@/lib/contract/notification';
import { WaitForAnswer, WaitForAnswerResult } from '@/lib/contract/question';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { sendNotification } from '@/lib/notifications/send';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { waitForAnswer } from '@/lib/questions/wait';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { callNow, ledgerOf, rowOf, storeOpen } from '@/lib/testing/questions';
import { bus } from '@/lib/wake/bus';
import { type Listening, listen } from '@/lib/wake/listen';

let place: TestWorkspace;
let listening: Listening;

beforeAll(async () => {
  listening = listen();
  await listening.ready;
});

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(async () => {
  expect(bus().topics()).toEqual([]);
  await shiftClock(0);
});

afterAll(async () => {
  await listening.stop();
  await closeDatabase();
});

const tenMinutesMs = 600_000;
const poll = async (correlationId: string, timeoutMs = 0, actor = place.agent) => {
  const reply = await waitForAnswer(actor, { correlationId, timeoutMs }, callNow());
  expect(WaitForAnswerResult.safeParse(reply).error).toBeUndefined();
  return reply;
};
const waitOn = { answered: false, status: 'pending', nextAction: 'wait_for_answer' };
const askElsewhere = {
  answered: false,
  status: 'pending',
  nextAction: 'ask_in_current_client',
  handoffAction: 'cancel_then_ask_in_current_client',
};

/** The reply without its words. */
const withoutHint = ({ hint, ...reply }: WaitForAnswerResult) => {
  if (!reply.answered) expect(hint).toMatch(/\.$/);
  return reply;
};

test('the default wait is 30 s, as the schema says', () => {
  expect(WaitForAnswer.parse({ correlationId: 'any' }).timeoutMs).toBe(30_000);
});

test('answered: the value, the note and where it was answered; what to do is left out', async () => {
  const { id, digest: shownDigest } = await storeOpen(place.agent);
  await answerQuestion(place.owner, { id, value: 'no', note: 'not today', source: 'decide_page', shownDigest });
  expect(await poll(id)).toEqual({
    answered: true,
    status: 'answered',
    value: 'no',
    note: 'not today',
    answerSource: 'decide_page',
  });
});

test('pending without a deadline: wait on', async () => {
  const { id } = await storeOpen(place.agent);
  expect(withoutHint(await poll(id))).toEqual(waitOn);
});

test('a hook that named no end of its wait: wait on, until the question has expired', async () => {
  const { id } = await storeOpen(
    place.agent,
    { machineId: 'laptop', actionBody: 'ls', toolName: 'Bash' },
    tenMinutesMs,
  );
  expect(withoutHint(await poll(id))).toEqual(waitOn);
  await shiftClock(tenMinutesMs + 1);
  expect(withoutHint(await poll(id))).toEqual({
    answered: false,
    status: 'expired',
    nextAction: 'ask_in_current_client',
  });
});

test('a hook: wait on before its waitEndsAt, ask elsewhere at and after it', async () => {
  const waitEndsAt = new Date(Date.now() + 60_000).toISOString();
  const { id } = await storeOpen(place.agent, { waitEndsAt }, tenMinutesMs);
  expect(withoutHint(await poll(id))).toEqual(waitOn);
  await shiftClock(60_001);
  expect(withoutHint(await poll(id))).toEqual(askElsewhere);
});

test('a connector key: ask elsewhere', async () => {
  const { id } = await storeOpen(place.connector, {}, tenMinutesMs);
  expect(withoutHint(await poll(id, 0, place.connector))).toEqual(askElsewhere);
});

test('a question embedded in a notification: ask elsewhere; ten minutes later it has expired', async () => {
  const input = SendNotification.parse({
    title: 'Done',
    body: 'All green.',
    context: { askQuestion: { question: 'Release?' } },
  });
  const { linkedCorrelationId: id = '' } = await sendNotification(place.agent, input, {});
  expect(withoutHint(await poll(id))).toEqual(askElsewhere);
  await shiftClock(tenMinutesMs + 1);
  expect(await poll(id)).toMatchObject({ status: 'expired' });
});

test('cancelled: stop', async () => {
  const { id } = await storeOpen(place.agent);
  await cancelQuestion(place.agent, { correlationId: id });
  expect(withoutHint(await poll(id))).toEqual({ answered: false, status: 'cancelled', handoffAction: 'stop' });
});

test.each([
  ['terminal', { answered: false, status: 'expired', nextAction: 'ask_in_current_client' }],
  ['notified', { answered: false, status: 'expired', nextAction: 'ask_in_current_client' }],
  ['stopped', { answered: false, status: 'cancelled', handoffAction: 'stop' }],
])('a question stored as %s reads as what its caller can act on, and cannot be withdrawn', async (state, expected) => {
  const { id } = await storeOpen(place.agent);
  await query('UPDATE question SET state = $2, settled_at = nod_now() WHERE id = $1', [id, state]);
  expect(withoutHint(await poll(id))).toEqual(expected);
  expect(await cancelQuestion(place.agent, { correlationId: id })).toMatchObject({ cancelled: false });
});

test('an id of another workspace, one that never was, and nonsense cannot be told apart', async () => {
  const neighbour = await makeWorkspace();
  const { id } = await storeOpen(neighbour.agent);
  const replies = await Promise.all(
    [id, newId(), 'nonsense', id.toUpperCase(), `${id}'; --`].map((each) => poll(each)),
  );
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(replies[0]).toMatchObject({ answered: false, status: 'missing', handoffAction: 'stop' });
  const cancelled = await cancelQuestion(place.agent, { correlationId: id });
  expect(cancelled).toEqual({ ...(await cancelQuestion(place.agent, { correlationId: newId() })), correlationId: id });
  expect(await rowOf(id)).toMatchObject({ state: 'pending' });
});

test('a poll sends nothing to anybody', async () => {
  const { id } = await storeOpen(place.agent);
  await poll(id, 10);
  expect(await ledgerOf(id)).toEqual(['asked']);
  expect(await query('SELECT 1 FROM delivery WHERE question_id = $1', [id])).toEqual([]);
});

test.each([0, 1, -1, -1e300])('timeoutMs %d returns at once', async (timeoutMs) => {
  const { id } = await storeOpen(place.agent);
  const startedAt = performance.now();
  expect(await poll(id, timeoutMs)).toMatchObject({ status: 'pending' });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test('two keys of one workspace may wait for the same question, and both are told', async () => {
  const { id, digest: shownDigest } = await storeOpen(place.agent);
  const waiting = [poll(id, 1e12), poll(id, 10_000, place.full)];
  await expect.poll(() => bus().topics(), { interval: 2, timeout: 4000 }).toEqual([id]);
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest });
  for (const reply of await Promise.all(waiting)) expect(reply).toMatchObject({ answered: true, value: 'yes' });
});

test('a caller that goes away leaves the question open and no listener behind', async () => {
  const { id } = await storeOpen(place.agent);
  const caller = new AbortController();
  const waiting = waitForAnswer(
    place.agent,
    { correlationId: id, timeoutMs: 10_000 },
    { ...callNow(), signal: caller.signal },
  );
  await expect.poll(() => bus().topics(), { interval: 2, timeout: 4000 }).toEqual([id]);
  caller.abort();
  await waiting;
  expect(bus().topics()).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ state: 'pending' });
});

test('a short poll beside a long wait does not hide that somebody still listens', async () => {
  const { id, digest: shownDigest } = await storeOpen(place.agent);
  const long = poll(id, 50_000);
  const secondsLeft = async () =>
    Number(
      (
        await query('SELECT extract(epoch FROM listening_until - nod_now()) AS left FROM question WHERE id = $1', [id])
      )[0]?.left,
    );
  await expect.poll(secondsLeft, { interval: 5, timeout: 4000 }).toBeGreaterThan(40);
  await poll(id, 1);
  expect(await secondsLeft()).toBeGreaterThan(40);
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest });
  await long;
});

test('withdrawing an open question marks its session as handing off for a minute', async () => {
  const { id } = await storeOpen(place.agent, { sessionId: 'one' });
  expect(await cancelQuestion(place.agent, { correlationId: id })).toMatchObject({ cancelled: true, askHandoff: true });
  const [session] = await query<{ seconds: number }>(
    `SELECT extract(epoch FROM handing_off_until - nod_now())::float8 AS seconds FROM agent_session WHERE workspace_id = $1`,
    [place.workspaceId],
  );
  expect(session?.seconds).toBeGreaterThan(50);
  expect(session?.seconds).toBeLessThanOrEqual(60);
  expect(await ledgerOf(id)).toEqual(['asked', 'cancelled']);
});

test('withdrawing what was answered or has expired takes nothing back', async () => {
  const answered = await storeOpen(place.agent);
  await answerQuestion(place.owner, { id: answered.id, value: 'yes', shownDigest: answered.digest });
  const late = await storeOpen(place.connector, {}, tenMinutesMs);
  await shiftClock(tenMinutesMs + 1);
  for (const id of [answered.id, late.id]) {
    const reply = await cancelQuestion(place.agent, { correlationId: id, handoff: true });
    expect(reply).toMatchObject({ cancelled: false, correlationId: id });
  }
  expect(await rowOf(answered.id)).toMatchObject({ state: 'answered', answer_value: 'yes' });
  expect(await rowOf(late.id)).toMatchObject({ state: 'expired' });
});
