import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { addDevice, addKey, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, rowOf } from '@/lib/testing/questions';
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

afterAll(async () => {
  await listening.stop();
  await closeDatabase();
});

const counted = async (): Promise<{ questions: number; deliveries: number; entries: number }> => {
  const [row] = await query<{ questions: number; deliveries: number; entries: number }>(
    `SELECT (SELECT count(*)::int FROM question WHERE workspace_id = $1) AS questions,
            (SELECT count(*)::int FROM delivery WHERE workspace_id = $1 AND kind = 'question') AS deliveries,
            (SELECT count(*)::int FROM ledger_entry WHERE workspace_id = $1) AS entries`,
    [place.workspaceId],
  );
  if (!row) throw new Error('Nothing was counted.');
  return row;
};

test('fifty calls at once with one requestId make one question and one delivery for each device', async () => {
  await Promise.all([addDevice(place.owner), addDevice(place.owner, 'web')]);
  const replies = await Promise.all(Array.from({ length: 50 }, () => askAs(place.agent, { requestId: 'once' })));
  expect(new Set(replies.map(({ correlationId }) => correlationId)).size).toBe(1);
  expect(replies.map(({ status, noDevices }) => ({ status, noDevices }))).toEqual(
    replies.map(() => ({ status: 'pending', noDevices: undefined })),
  );
  expect(await counted()).toEqual({ questions: 1, deliveries: 2, entries: 1 });
});

test.each([
  ['question', { question: 'Ship it now?' }],
  ['type', { type: 'input' }],
  ['options', { type: 'select', options: ['staging', 'production'] }],
  ['toolName', { toolName: 'Bash' }],
  ['toolTarget', { toolTarget: 'rm -rf build', sessionId: 'one' }],
  ['actionBody', { actionBody: 'rm -rf build', sessionId: 'one' }],
  [
    'questions',
    {
      questions: [{ question: 'Ship it?', multiSelect: false, options: [{ label: 'yes' }, { label: 'no' }] }],
    },
  ],
])('the same key with another %s is a conflict; nothing is stored or sent', async (_field, changed) => {
  await addDevice(place.owner);
  await askAs(place.agent, { requestId: 'once' });
  const before = await counted();
  await expect(askAs(place.agent, { requestId: 'once', ...changed })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
  expect(await counted()).toEqual(before);
});

test.each([
  ['the question', (secret: string) => ({ question: `Deploy with password=${secret}?` })],
  ['an option', (secret: string) => ({ type: 'select', options: [`use token=${secret}`, 'use none'] })],
  ['the action body', (secret: string) => ({ actionBody: `export API_KEY=${secret}`, sessionId: 'one' })],
])(
  'content that differs only in a secret in %s, which is stored without it, is still other content',
  async (_place, fields) => {
    await askAs(place.agent, { requestId: 'once', ...fields('tr0ub4dor-and-3') });
    await expect(askAs(place.agent, { requestId: 'once', ...fields('correct-horse-1') })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    const again = await askAs(place.agent, { requestId: 'once', ...fields('tr0ub4dor-and-3') });
    expect(JSON.stringify(await rowOf(again.correlationId))).not.toContain('tr0ub4dor');
  },
);

test('what is not content may change: the same question comes back', async () => {
  const first = await askAs(place.agent, { requestId: 'once', context: 'The build is green.' });
  const again = await askAs(place.agent, { requestId: 'once', context: 'Still green.', agentName: 'Codex - nod' });
  expect(again.correlationId).toBe(first.correlationId);
  expect(await rowOf(first.correlationId)).toMatchObject({ context: 'The build is green.' });
});

test('a repeat gives the answer, also when it would have waited, and sends nothing', async () => {
  await addDevice(place.owner);
  const { correlationId: id } = await askAs(place.agent, { requestId: 'once' });
  const { content_digest: shownDigest } = await rowOf(id);
  await answerQuestion(place.owner, { id, value: 'yes', note: 'after lunch', source: 'inbox', shownDigest });
  const before = await counted();
  for (const wait of [true, false]) {
    expect(await askAs(place.agent, { requestId: 'once', wait })).toMatchObject({
      correlationId: id,
      status: 'answered',
      answered: true,
      value: 'yes',
      note: 'after lunch',
      answerSource: 'inbox',
    });
  }
  expect(await counted()).toEqual(before);
});

test('a repeat of a withdrawn question says that it was withdrawn', async () => {
  const { correlationId } = await askAs(place.agent, { requestId: 'once' });
  await cancelQuestion(place.agent, { correlationId });
  expect(await askAs(place.agent, { requestId: 'once' })).toMatchObject({ status: 'cancelled', handoffAction: 'stop' });
});

test('a repeat keeps the waitEndsAt of the first call', async () => {
  const first = await askAs(place.agent, { requestId: 'once', waitEndsAt: '2031-01-01T10:00:00.000Z' });
  const again = await askAs(place.agent, { requestId: 'once', waitEndsAt: '2032-01-01T10:00:00.000Z' });
  expect(again).toMatchObject({ correlationId: first.correlationId, waitEndsAt: '2031-01-01T10:00:00.000Z' });
});

test('toolUseId names a call before requestId, and requestId before the id that the runtime sends', async () => {
  const idOf = async (fields: Record<string, unknown>, runtimeCallId?: string) =>
    (await askAs(place.agent, fields, { runtimeCallId })).correlationId;
  const byTool = await idOf({ toolUseId: 'tool', requestId: 'request' }, 'runtime');
  expect(await idOf({ toolUseId: 'tool', requestId: 'another' })).toBe(byTool);
  const byRequest = await idOf({ requestId: 'request' }, 'runtime');
  expect(byRequest).not.toBe(byTool);
  expect(await idOf({ requestId: 'request' }, 'another')).toBe(byRequest);
  const byRuntime = await idOf({}, 'runtime');
  expect([byTool, byRequest]).not.toContain(byRuntime);
  expect(await idOf({}, 'runtime')).toBe(byRuntime);
  // The three kinds of id do not share their names.
  expect(await idOf({ toolUseId: 'runtime' })).not.toBe(byRuntime);
});

test('the same requestId of another API key or another workspace is another question', async () => {
  const neighbour = await makeWorkspace();
  const keys = [place.agent, await addKey(place.owner, 'agent'), neighbour.agent];
  const replies = await Promise.all(keys.map((key) => askAs(key, { requestId: 'once' })));
  expect(new Set(replies.map(({ correlationId }) => correlationId)).size).toBe(3);
});

test('without any id, the same words twice are two questions', async () => {
  const [first, second] = [await askAs(place.agent), await askAs(place.agent)];
  expect(second.correlationId).not.toBe(first.correlationId);
});
