import { afterAll, beforeEach, expect, test } from 'vitest';
import { OperatorAsk, OperatorAsked } from '@/lib/contract/operator-ask';
import { closeDatabase, openDatabase, query } from '@/lib/db/client';
import { env } from '@/lib/env';
import { asAppError } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';
import { answerQuestion } from '@/lib/questions/answer';
import { askOperator, getOperatorAsk } from '@/lib/questions/operator-ask';
import { decideAs } from '@/lib/testing/decisions';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { callNow, rowOf } from '@/lib/testing/questions';
import { bus } from '@/lib/wake/bus';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});
afterAll(() => closeDatabase());

async function ask(fields: Record<string, unknown> = {}, actor = place.full) {
  const input = parseOrThrow(OperatorAsk, { question: 'Send it?', type: 'confirm', wait: false, ...fields });
  const reply = await askOperator(actor, input, callNow());
  expect(OperatorAsked.safeParse(reply).error).toBeUndefined();
  return reply;
}
async function get(id: string, waitMs = 0, actor = place.full) {
  const reply = await getOperatorAsk(actor, id, waitMs, callNow());
  expect(OperatorAsked.safeParse(reply).error).toBeUndefined();
  return reply;
}
const answer = async (id: string, value: string) =>
  answerQuestion(place.owner, { id, value, shownDigest: (await rowOf(id)).content_digest });

test('an ask without a wait comes back at once, unanswered, and says where to read the answer', async () => {
  await addDevice(place.owner);
  const reply = await ask();
  expect(reply).toMatchObject({ answered: false, status: 'pending', type: 'confirm', question: 'Send it?' });
  expect(reply.hint).toContain('/ask/');
  expect(reply.answerUrl).toContain(reply.correlationId);
  expect(reply).toMatchObject({ value: undefined });
});

test('the answer comes to who waits, and to who reads later, from any key of the workspace', async () => {
  await addDevice(place.owner);
  const { correlationId } = await ask({ type: 'select', options: ['now', 'later'] });
  const waiting = get(correlationId, 20_000);
  await answer(correlationId, 'later');
  const answered = { correlationId, answered: true, value: 'later', status: 'answered', type: 'select' };
  expect(await waiting).toMatchObject(answered);
  expect(await get(correlationId, 0, place.connector)).toMatchObject(answered);
});

test('an ask that waits is answered by the same call', async () => {
  await addDevice(place.owner);
  const asking = ask({ wait: true, timeoutSeconds: 20, question: 'Now?' });
  await expect
    .poll(() => query(`SELECT id FROM question WHERE workspace_id = $1`, [place.workspaceId]), { interval: 5 })
    .toHaveLength(1);
  const [row] = await query<{ id: string }>('SELECT id FROM question WHERE workspace_id = $1', [place.workspaceId]);
  await answer(row?.id ?? '', 'yes');
  expect(await asking).toMatchObject({ answered: true, value: 'yes', status: 'answered' });
});

test('nobody connected is told at once, not after the wait', async () => {
  expect(await ask({ wait: true, timeoutSeconds: 55 })).toMatchObject({
    answered: false,
    noDevices: true,
    warning: expect.any(String),
  });
});

test('a wait is cut to what clients bear, whatever number comes', () => {
  const seconds = (timeoutSeconds: number) =>
    parseOrThrow(OperatorAsk, { question: 'x', type: 'confirm', timeoutSeconds }).timeoutSeconds;
  expect([-5, 0, 0.5, 12.5, 55, 600].map(seconds)).toEqual([1, 1, 1, 12.5, 55, 55]);
});

test('options count for select only: elsewhere none, one or many are ignored', async () => {
  for (const options of [[], ['one'], ['same', 'same']]) expect((await ask({ options })).status).toBe('pending');
  for (const options of [undefined, [], ['one'], ['same', 'same ']])
    await expect(ask({ type: 'select', options })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [expect.objectContaining({ field: 'options' })],
    });
});

test('another workspace’s question, an unknown id and nonsense are not found, whatever the wait', async () => {
  const neighbour = await makeWorkspace();
  const { correlationId: theirs } = await ask({}, neighbour.full);
  for (const id of [theirs, newId(), 'nonsense', '../x', '\u0000'])
    await expect(get(id, 20_000)).rejects.toMatchObject({ code: 'not_found', message: 'There is no such question.' });
});

test('an end user’s decision is no question: keys that may not see decisions do not read it here', async () => {
  const { decisionId } = await decideAs(place.full);
  await expect(get(decisionId, 0, place.agent)).rejects.toMatchObject({ code: 'not_found' });
});

test('a suspended workspace asks nothing; what was asked can still be read', async () => {
  const { correlationId } = await ask();
  const suspended = { ...place.full, workspaceSuspended: true };
  await expect(ask({}, suspended)).rejects.toMatchObject({ code: 'subscription_required' });
  expect(await get(correlationId, 0, suspended)).toMatchObject({ status: 'pending' });
});

test('without a database, asking and reading are errors and never a success', async () => {
  await addDevice(place.owner);
  const { correlationId } = await ask();
  const waiting = get(correlationId, 20_000).catch(asAppError);
  await expect.poll(async () => (await rowOf(correlationId)).listening_until, { interval: 5 }).not.toBeNull();
  await closeDatabase();
  openDatabase({ host: '/nowhere', database: 'none' });
  bus().publish({ id: correlationId, event: 'resync' });
  try {
    expect(await waiting).toMatchObject({ code: 'unavailable', details: { correlationId } });
    expect(await get(correlationId).catch(asAppError)).toMatchObject({ code: 'unavailable' });
    for (const wait of [true, false])
      expect(await ask({ wait }).catch(asAppError)).toMatchObject({
        code: 'unavailable',
        details: { correlationId: expect.any(String) },
      });
  } finally {
    await closeDatabase();
    openDatabase({ connectionString: env().databaseUrl });
  }
});
