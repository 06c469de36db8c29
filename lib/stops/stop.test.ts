import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { SendNotification } from '@/lib/contract/notification';
import { closeDatabase, query } from '@/lib/db/client';
import { planAsJson, planNow } from '@/lib/delivery/facts';
import { everythingSent } from '@/lib/delivery/in-flight';
import { modeForHook } from '@/lib/delivery/settings';
import { newId } from '@/lib/ids';
import { storeNotification } from '@/lib/notifications/notifications.sql';
import { prepareNotification } from '@/lib/notifications/prepare';
import { sendNotification } from '@/lib/notifications/send';
import { waitForAnswer } from '@/lib/questions/wait';
import { resumeAgents, stopAgents } from '@/lib/stops/stop';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, ledgerOf, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  await shiftClock(0);
  place = await makeWorkspace();
  await addDevice(place.owner);
});
afterAll(async () => {
  await everythingSent(2000);
  await closeDatabase();
});

const hour = 3_600_000;
const sessionOf = async (correlationId: string) => (await rowOf(correlationId)).agent_session_id ?? '';

test('the kill switch cancels what waits, and waiting calls are told to stop', async () => {
  const asking = askAs(place.agent, { wait: true });
  await expect.poll(() => query('SELECT 1 FROM question WHERE workspace_id = $1', [place.workspaceId])).toHaveLength(1);
  const [row] = await query<{ id: string }>('SELECT id FROM question WHERE workspace_id = $1', [place.workspaceId]);
  const stopped = await stopAgents(place.owner, {});
  expect(stopped.cancelled).toBe(1);
  expect(await asking).toMatchObject({ status: 'cancelled', answered: false, handoffAction: 'stop' });
  expect(await ledgerOf(row?.id ?? '')).toEqual(['asked', 'cancelled']);
});

test('what is asked while it is on is stored as stopped, told to stop, and reaches nobody', async () => {
  await stopAgents(place.owner, { hours: '2' });
  const reply = await askAs(place.agent, { wait: true });
  expect(reply).toMatchObject({ status: 'stopped', answered: false, handoffAction: 'stop' });
  expect(reply.nextAction).toBeUndefined();
  expect(await rowOf(reply.correlationId)).toMatchObject({ state: 'stopped', settled_reason: 'kill_switch' });
  expect(await query('SELECT 1 FROM delivery WHERE question_id = $1', [reply.correlationId])).toEqual([]);
  expect(
    await waitForAnswer(place.agent, { correlationId: reply.correlationId, timeoutMs: 0 }, callNow()),
  ).toMatchObject({
    status: 'cancelled',
    handoffAction: 'stop',
  });
  const told = await sendNotification(place.agent, SendNotification.parse({ title: 'Done', body: 'x' }), {});
  expect(told).toMatchObject({ sent: 0, suppressed: 'kill_switch' });
  expect(await modeForHook(place.agent, undefined)).toEqual({ override: null, kill: true });
});

test('a notification planned before the switch is not pushed after it, and says so', async () => {
  const what = { subject: 'info', speaksFor: place.owner.memberId, urgent: false } as const;
  const plan = await planNow({ workspaceId: place.workspaceId }, what);
  const input = SendNotification.parse({ title: 'Done', body: 'x' });
  const fields = { ...prepareNotification(place.agent, newId(), input, {}), suppressed: null };
  await stopAgents(place.owner, {});
  const stored = await storeNotification(fields, null, planAsJson(plan), 60_000);
  expect(stored).toMatchObject({ outcome: 'stored', targets: [], suppressed: 'kill_switch' });
});

test('it comes before a repeat: a call that was answered before is told to stop while it is on, and keeps its answer', async () => {
  const first = await askAs(place.agent, { requestId: 'r1' });
  await stopAgents(place.owner, {});
  expect(await askAs(place.agent, { requestId: 'r1' })).toMatchObject({
    status: 'stopped',
    correlationId: first.correlationId,
  });
  await resumeAgents(place.owner, {});
  expect(await askAs(place.agent, { requestId: 'r1' })).toMatchObject({
    status: 'cancelled',
    correlationId: first.correlationId,
  });
});

test('it ends by itself, at the time that was said', async () => {
  await stopAgents(place.owner, { hours: 1 });
  await shiftClock(hour - 1000);
  expect((await askAs(place.agent)).status).toBe('stopped');
  await shiftClock(hour + 1);
  expect((await askAs(place.agent)).status).toBe('pending');
});

test('one session is stopped, the others go on', async () => {
  const mine = await askAs(place.agent, { sessionId: 'mine', machineId: 'studio' });
  const other = await askAs(place.agent, { sessionId: 'other', machineId: 'studio' });
  await stopAgents(place.owner, { sessionId: await sessionOf(mine.correlationId) });
  expect((await rowOf(mine.correlationId)).state).toBe('cancelled');
  expect((await rowOf(other.correlationId)).state).toBe('pending');
  expect((await askAs(place.agent, { sessionId: 'mine' })).status).toBe('stopped');
  expect((await askAs(place.agent, { sessionId: 'mine', machineId: 'elsewhere' })).status).toBe('pending');
  expect((await askAs(place.agent, { sessionId: 'other' })).status).toBe('pending');
  expect((await modeForHook(place.agent, 'mine')).kill).toBe(true);
  expect((await modeForHook(place.agent, 'other')).kill).toBe(false);
});

test('asks that race with the switch are either cancelled by it or stopped: none is left waiting', async () => {
  for (let round = 0; round < 10; round++) {
    const asks = Array.from({ length: 20 }, () => askAs(place.agent, { question: `Round ${round}?` }));
    const [replies] = await Promise.all([Promise.all(asks), stopAgents(place.owner, {})]);
    const states = await query<{ state: string }>('SELECT state FROM question WHERE id = ANY ($1::uuid[])', [
      replies.map(({ correlationId }) => correlationId),
    ]);
    expect(states).toHaveLength(20);
    expect(
      [...new Set(states.map(({ state }) => state))].filter((state) => !['cancelled', 'stopped'].includes(state)),
    ).toEqual([]);
    await resumeAgents(place.owner, {});
  }
});

test('the ledger says who stopped, until when and what it cancelled, and who lifted it', async () => {
  await askAs(place.agent);
  await stopAgents(place.owner, {});
  expect(await resumeAgents(place.owner, {})).toBe(true);
  expect(await resumeAgents(place.owner, {})).toBe(false);
  const entries = await query<{ event: string; detail: Record<string, unknown> }>(
    `SELECT event, detail FROM ledger_entry WHERE workspace_id = $1 AND event IN ('stopped', 'resumed') ORDER BY seq`,
    [place.workspaceId],
  );
  expect(entries).toMatchObject([
    { event: 'stopped', detail: { by: place.owner.memberId, cancelled: 1, until: expect.stringMatching(/Z$/) } },
    { event: 'resumed', detail: { by: place.owner.memberId } },
  ]);
});

test.each([0, 25, -1, 'soon'])('%s hours are refused by name', async (hours) => {
  await expect(stopAgents(place.owner, { hours })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [expect.objectContaining({ field: 'hours' })],
  });
});

test('a viewer stops nothing, and nobody stops what is not theirs', async () => {
  const elsewhere = await makeWorkspace();
  const { correlationId } = await askAs(elsewhere.agent, { sessionId: 'theirs' });
  await expect(stopAgents(place.viewer, {})).rejects.toMatchObject({ code: 'forbidden' });
  await expect(resumeAgents(place.viewer, {})).rejects.toMatchObject({ code: 'forbidden' });
  for (const sessionId of [await sessionOf(correlationId), newId(), 'nonsense'])
    await expect(stopAgents(place.owner, { sessionId })).rejects.toMatchObject({ code: 'not_found' });
  expect((await rowOf(correlationId)).state).toBe('pending');
});
