import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { KeyActor } from '@/lib/actor';
import { shiftClock } from '@/lib/clock';
import { SendNotification } from '@/lib/contract/notification';
import { closeDatabase, query } from '@/lib/db/client';
import { AppError } from '@/lib/errors';
import { sendNotification } from '@/lib/notifications/send';
import { answerQuestion } from '@/lib/questions/answer';
import { waitForAnswer } from '@/lib/questions/wait';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, rowOf, storeOpen } from '@/lib/testing/questions';
import { slowlyInserted } from '@/lib/testing/slow-insert';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));

afterAll(() => closeDatabase());

const hourMs = 3_600_000;
const times = <Result>(count: number, act: (index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => act(index)));

/** How many calls went through; every other one must have been refused by a limit. */
function allowed(results: PromiseSettledResult<unknown>[]): number {
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'AppError', code: 'limit_reached' });
  return results.length - refusals.length;
}

const pending = async (): Promise<number> =>
  (await query(`SELECT 1 FROM question WHERE workspace_id = $1 AND state = 'pending'`, [place.workspaceId])).length;

const fill = (actor: KeyActor, fields: Record<string, unknown> = {}) => times(60, () => askAs(actor, fields));

test('of fifty asks at once exactly 25 are stored, and the refusal names the limit and what frees a slot', async () => {
  await slowlyInserted('question', async () => expect(allowed(await times(50, () => askAs(place.agent)))).toBe(25));
  expect(await pending()).toBe(25);
  const refusal = await askAs(place.agent).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(String(refusal)).toContain('25 open questions, its limit (pending per workspace)');
  expect((refusal as AppError).hint).toMatch(/answer.*cancel/);
});

test('a limit that the workspace has set itself holds too', async () => {
  place = await makeWorkspace({ pendingLimit: 7 });
  expect(allowed(await times(20, () => askAs(place.agent)))).toBe(7);
});

test('of twenty asks at once in one session exactly 3 are stored; another session has its own three', async () => {
  expect(allowed(await times(20, () => askAs(place.agent, { sessionId: 'one' })))).toBe(3);
  await expect(askAs(place.agent, { sessionId: 'one' })).rejects.toThrow(
    '3 open questions, its limit (pending per session)',
  );
  expect(allowed(await times(20, () => askAs(place.agent, { sessionId: 'two' })))).toBe(3);
});

test('the same session id on two machines is two sessions; a call that does not name its machine counts in both', async () => {
  expect(allowed(await times(9, () => askAs(place.agent, { sessionId: 'one', machineId: 'laptop' })))).toBe(3);
  expect(allowed(await times(9, () => askAs(place.agent, { sessionId: 'one', machineId: 'server' })))).toBe(3);
  expect(allowed(await times(3, () => askAs(place.agent, { sessionId: 'one' })))).toBe(0);
});

test('connector keys count apart from the others, and the others together', async () => {
  expect(allowed(await fill(place.connector))).toBe(25);
  expect(allowed(await times(60, (index) => askAs(index % 2 ? place.agent : place.full)))).toBe(25);
  expect(await pending()).toBe(50);
});

test('test traffic and repeats do not count, and go through when the limit is reached', async () => {
  await times(30, () => askAs(place.agent, { env: 'test' }));
  const first = await askAs(place.agent, { requestId: 'once' });
  await times(30, () => askAs(place.agent, { requestId: 'once' }));
  expect(allowed(await fill(place.agent))).toBe(24);
  expect(await askAs(place.agent, { env: 'test' })).toMatchObject({ held: 'test_traffic' });
  expect(await askAs(place.agent, { requestId: 'once' })).toMatchObject({ correlationId: first.correlationId });
});

test('an answer frees a slot', async () => {
  await fill(place.agent);
  const [row] = await query<{ id: string }>('SELECT id FROM question WHERE workspace_id = $1 LIMIT 1', [
    place.workspaceId,
  ]);
  const id = row?.id ?? '';
  await answerQuestion(place.owner, { id, value: 'no', shownDigest: (await rowOf(id)).content_digest });
  expect(allowed(await times(5, () => askAs(place.agent)))).toBe(1);
});

test('a question whose deadline has passed does not count, although nothing has settled it yet', async () => {
  expect(allowed(await fill(place.connector))).toBe(25);
  await shiftClock(10 * 60_000 + 1);
  expect(allowed(await times(3, () => askAs(place.connector)))).toBe(3);
});

test('a question without deadline stops counting when nobody asked about it for a day', async () => {
  const polled = await storeOpen(place.agent);
  expect(allowed(await fill(place.agent))).toBe(24);
  await shiftClock(23 * hourMs);
  expect(allowed(await times(3, () => askAs(place.agent)))).toBe(0);
  await waitForAnswer(place.agent, { correlationId: polled.id, timeoutMs: 0 }, callNow());
  // The poll is noted beside the call; it must be there before the clock moves on.
  await expect
    .poll(async () => (await rowOf(polled.id)).listening_until, { interval: 5, timeout: 4000 })
    .not.toBeNull();
  await shiftClock(24 * hourMs + 1);
  expect(allowed(await fill(place.agent))).toBe(24);
});

const notify = (fields: Record<string, unknown> = {}, actor = place.agent) =>
  sendNotification(actor, SendNotification.parse({ title: 'Done', body: 'All green.', ...fields }), {});

test('of fifty notifications at once exactly 10 are stored; five minutes later there is room again', async () => {
  await slowlyInserted('notification', async () => expect(allowed(await times(50, () => notify()))).toBe(10));
  const refusal = (await notify().catch((error: unknown) => error)) as AppError;
  expect(refusal.message).toContain('10 notifications within 5 minutes, its limit');
  expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(300);
  expect(await notify({ env: 'test' })).toMatchObject({ sent: 0, env: 'test' });
  await shiftClock(5 * 60_000 + 1);
  expect(allowed(await times(50, () => notify()))).toBe(10);
});

test('a notification whose embedded question is over the limit is not stored either', async () => {
  await fill(place.agent);
  await expect(notify({ context: { askQuestion: { question: 'Go on?' } } })).rejects.toMatchObject({
    code: 'limit_reached',
  });
  expect(await query('SELECT 1 FROM notification WHERE workspace_id = $1', [place.workspaceId])).toEqual([]);
});

test('a suspended workspace can neither ask nor tell, but still waits and cancels', async () => {
  const { id } = await storeOpen(place.agent);
  const suspended = { ...place.agent, workspaceSuspended: true };
  await expect(askAs(suspended)).rejects.toMatchObject({ code: 'subscription_required', status: 403 });
  await expect(notify({}, suspended)).rejects.toMatchObject({ code: 'subscription_required' });
  expect(await waitForAnswer(suspended, { correlationId: id, timeoutMs: 0 }, callNow())).toMatchObject({
    status: 'pending',
  });
});
