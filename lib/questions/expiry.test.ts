import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase } from '@/lib/db/client';
import { startDueLoop } from '@/lib/due/loop';
import { expireQuestions } from '@/lib/due/questions';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { selectPending, settleAsAnswered, settleAsCancelled } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';
import { waitForAnswer } from '@/lib/questions/wait';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { callNow, ledgerOf, rowOf, storeOpen } from '@/lib/testing/questions';
import { slowlyInserted } from '@/lib/testing/slow-insert';
import { bus } from '@/lib/wake/bus';
import { listen } from '@/lib/wake/listen';

let place: TestWorkspace;
const minuteMs = 60_000;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));

afterAll(() => closeDatabase());

test('a question is open until its last millisecond and expired at its deadline, with nothing running in the background', async () => {
  const { id, expiresAt } = await storeOpen(place.agent, {}, minuteMs);
  await shiftClock(minuteMs - 5_000);
  expect(await readQuestion(place.workspaceId, id)).toMatchObject({ state: 'pending' });
  await shiftClock(minuteMs);
  expect(await selectPending(place.workspaceId, 10)).toEqual([]);
  expect(await readQuestion(place.workspaceId, id)).toMatchObject({ state: 'expired', settled_at: expiresAt });
  expect(await ledgerOf(id)).toEqual(['asked', 'expired']);
});

test('twenty readers who find the deadline passed at once settle it once', async () => {
  const { id } = await storeOpen(place.agent, {}, minuteMs);
  await shiftClock(minuteMs);
  const rows = await Promise.all(Array.from({ length: 20 }, () => readQuestion(place.workspaceId, id)));
  expect(new Set(rows.map((row) => row?.state))).toEqual(new Set(['expired']));
  expect(await ledgerOf(id)).toEqual(['asked', 'expired']);
});

test('an answer or a cancel after the deadline is refused and told that it expired', async () => {
  const { id, digest: shownDigest } = await storeOpen(place.agent, {}, minuteMs);
  await shiftClock(minuteMs);
  const late = await answerQuestion(place.owner, { id, value: 'yes', shownDigest });
  expect(late).toMatchObject({ recorded: false, row: { state: 'expired', answer_value: null } });
  expect(await cancelQuestion(place.agent, { correlationId: id })).toMatchObject({ cancelled: false });
  expect(await ledgerOf(id)).toEqual(['asked', 'expired']);
});

test('the database refuses a late answer or cancel by itself, although the caller saw the question open', async () => {
  const { workspaceId } = place;
  const { id } = await storeOpen(place.agent, {}, minuteMs);
  const answer = {
    id,
    workspaceId,
    value: 'yes',
    note: null,
    source: null,
    endUserId: null,
    keyId: null,
    memberId: place.owner.memberId,
  };
  const from = { deviceId: null, deliveryId: null, webSessionId: null, shownDigest: null, rule: null };
  await shiftClock(minuteMs);
  expect(await settleAsAnswered({ ...answer, ...from })).toBeUndefined();
  expect(await settleAsCancelled(workspaceId, id, 'handoff')).toBeUndefined();
  expect(await rowOf(id)).toMatchObject({ state: 'pending' });
  expect(await readQuestion(workspaceId, id)).toMatchObject({ state: 'expired' });
});

test('an answer before the deadline stands when the deadline has passed', async () => {
  const { id, digest: shownDigest } = await storeOpen(place.agent, {}, minuteMs);
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest });
  await shiftClock(2 * minuteMs);
  expect(await expireQuestions(50)).toBe(0);
  expect(await readQuestion(place.workspaceId, id)).toMatchObject({ state: 'answered', answer_value: 'yes' });
});

test('a deadline that nobody reads is settled by the due loop, and whoever hears of it is woken', async () => {
  const listening = listen();
  await listening.ready;
  const stop = startDueLoop();
  const heard: string[] = [];
  const questions = await Promise.all([storeOpen(place.agent, {}, minuteMs), storeOpen(place.agent, {}, minuteMs)]);
  const forget = questions.map(({ id }) => bus().subscribe(id, ({ event }) => heard.push(event)));
  await shiftClock(minuteMs);
  for (const { id } of questions)
    await expect.poll(async () => (await rowOf(id)).state, { interval: 5, timeout: 4000 }).toBe('expired');
  await expect
    .poll(() => heard.filter((event) => event === 'expired').length, { interval: 5, timeout: 4000 })
    .toBeGreaterThanOrEqual(2);
  for (const leave of forget) leave();
  await stop();
  await listening.stop();
});

test('a waiter is told at the deadline itself, without the loop and without being woken', async () => {
  const { id } = await storeOpen(place.agent, {}, 60);
  const startedAt = performance.now();
  const reply = await waitForAnswer(place.agent, { correlationId: id, timeoutMs: 10_000 }, callNow());
  expect(reply).toMatchObject({ status: 'expired', nextAction: 'ask_in_current_client' });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('sweeps on several processes at once settle each of many questions once', async () => {
  const neighbour = await makeWorkspace();
  const keys = Array.from({ length: 40 }, (_, index) => (index % 2 ? place.agent : neighbour.agent));
  const questions = await Promise.all(keys.map((key) => storeOpen(key, {}, minuteMs)));
  await shiftClock(minuteMs);
  let settled: number[] = [];
  await slowlyInserted('ledger_entry', async () => {
    settled = await Promise.all(Array.from({ length: 4 }, () => expireQuestions(7)));
  });
  let swept = settled.reduce((sum, count) => sum + count, 0);
  for (let more = -1; more !== 0; swept += Math.max(more, 0)) more = await expireQuestions(7);
  expect(swept).toBe(40);
  for (const { id } of questions) expect(await ledgerOf(id)).toEqual(['asked', 'expired']);
});
