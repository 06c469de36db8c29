import { afterAll, beforeEach, expect, test } from 'vitest';
import { SendNotification, SendNotificationResult } from '@/lib/contract/notification';
import { closeDatabase, query } from '@/lib/db/client';
import { sendNotification } from '@/lib/notifications/send';
import { answerQuestion } from '@/lib/questions/answer';
import { waitForAnswer } from '@/lib/questions/wait';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterAll(() => closeDatabase());

async function notify(fields: Record<string, unknown> = {}, facts = {}) {
  const input = SendNotification.parse({ title: 'Done', body: 'All green.', ...fields });
  const reply = await sendNotification(place.agent, input, facts);
  expect(SendNotificationResult.safeParse(reply).error).toBeUndefined();
  return reply;
}

const stored = () => query('SELECT * FROM notification WHERE workspace_id = $1', [place.workspaceId]);
const deliveries = () =>
  query('SELECT device_id, kind, question_id FROM delivery WHERE workspace_id = $1', [place.workspaceId]);

test('nobody connected is a success that says what to connect', async () => {
  expect(await notify()).toEqual({
    sent: 0,
    delivery: { web: { recipients: 0 }, mobile: { recipients: 0 } },
    warning: expect.stringContaining('turn on notifications'),
  });
  expect(await stored()).toHaveLength(1);
});

test('a push service that does not answer is waited for later, not by the agent', async () => {
  await addDevice(place.owner);
  expect(await notify()).toMatchObject({ sent: 0, hint: '1 more on the way.' });
  const [row] = await query('SELECT due_at > nod_now() AS again, failure FROM delivery WHERE workspace_id = $1', [
    place.workspaceId,
  ]);
  expect(row).toMatchObject({ again: true, failure: expect.any(String) });
});

test('tags, external ids and device ids each narrow whom it goes to, and together narrow further', async () => {
  const [phone, laptop, tablet] = [
    await addDevice(place.owner),
    await addDevice(place.owner),
    await addDevice(place.viewer),
  ];
  await query(`UPDATE device SET tags = '{work,night}', external_id = 'ops' WHERE id = $1`, [phone]);
  await query(`UPDATE device SET tags = '{work}' WHERE id = $1`, [laptop]);
  const reached = async (fields: object) => {
    await query('DELETE FROM delivery WHERE workspace_id = $1', [place.workspaceId]);
    await notify({ ...fields });
    return (await deliveries()).map(({ device_id }) => device_id).sort();
  };
  expect(await reached({})).toEqual([phone, laptop, tablet].sort());
  expect(await reached({ tags: ['work', 'other'] })).toEqual([phone, laptop].sort());
  expect(await reached({ externalIds: ['ops'] })).toEqual([phone]);
  expect(await reached({ subscriberIds: [tablet, 'nonsense'] })).toEqual([tablet]);
  expect(await reached({ tags: ['work'], subscriberIds: [laptop, tablet] })).toEqual([laptop]);
  expect(await reached({ tags: ['nobody'] })).toEqual([]);
});

test('a device of another workspace, a removed member or an ended subscription is never reached', async () => {
  const neighbour = await makeWorkspace();
  const theirs = await addDevice(neighbour.owner);
  const ended = await addDevice(place.owner);
  await query(`UPDATE device SET status = 'expired' WHERE id = $1`, [ended]);
  const removed = await addDevice(place.viewer);
  await query('UPDATE member SET removed_at = nod_now() WHERE id = $1', [place.viewer.memberId]);
  await notify();
  await notify({ subscriberIds: [theirs, ended, removed] });
  expect(await deliveries()).toEqual([]);
});

test('secrets are removed from everything before it is stored', async () => {
  const secret = 'password=hunter2hunter2';
  await notify({
    title: secret,
    body: secret,
    agentName: secret,
    context: {
      summary: secret,
      details: [secret],
      filesChanged: [secret],
      errorMessage: secret,
      nextSteps: secret,
      askQuestion: { question: secret, placeholder: secret },
    },
  });
  expect(JSON.stringify(await stored())).not.toContain('hunter2');
  expect(
    JSON.stringify(await query('SELECT * FROM question WHERE workspace_id = $1', [place.workspaceId])),
  ).not.toContain('hunter2');
});

test('an embedded question is stored with it, is answered like any other, and its id is given back', async () => {
  await addDevice(place.owner);
  const { linkedCorrelationId: id = '' } = await notify({
    context: { askQuestion: { question: 'Release?', type: 'select', options: ['now', 'later'] } },
  });
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'pending', origin: 'notification', type: 'select', options: ['now', 'later'] });
  // One push, the notification's own: it answers the question.
  expect(await deliveries()).toMatchObject([{ kind: 'notification', question_id: id }]);
  await answerQuestion(place.owner, { id, value: 'later', shownDigest: row.content_digest });
  expect(await waitForAnswer(place.agent, { correlationId: id, timeoutMs: 0 }, callNow())).toMatchObject({
    answered: true,
    value: 'later',
  });
});

test('an untargeted task_complete of a known session is that session’s completion; any other is not', async () => {
  const complete = { context: { type: 'task_complete' }, sessionId: 'known' };
  expect((await notify(complete)).completionId).toBeUndefined();
  await askAs(place.agent, { sessionId: 'known' });
  expect(await notify(complete)).toMatchObject({ completionId: expect.any(String), status: 'recorded' });
  expect((await notify({ ...complete, tags: ['work'] })).completionId).toBeUndefined();
  expect((await notify({ ...complete, context: { type: 'info' } })).completionId).toBeUndefined();
});

test('test traffic is recorded and reaches nobody', async () => {
  await addDevice(place.owner);
  expect(await notify({ env: 'test' })).toMatchObject({ sent: 0, env: 'test' });
  expect(await notify({}, { testTraffic: true })).toMatchObject({ sent: 0, env: 'test' });
  expect(await stored()).toHaveLength(2);
  expect(await deliveries()).toEqual([]);
});
