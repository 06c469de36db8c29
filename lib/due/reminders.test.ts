import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { ScheduleReminder } from '@/lib/contract/reminder';
import { closeDatabase, query } from '@/lib/db/client';
import { claimDueDeliveries } from '@/lib/delivery/deliveries.sql';
import { reminderPayload } from '@/lib/delivery/reminder-push';
import { dispatchDueReminders } from '@/lib/due/reminders';
import { newId } from '@/lib/ids';
import { claimDue, selectDue, settleFiring } from '@/lib/reminders/dispatch.sql';
import type { ReminderRow } from '@/lib/reminders/row';
import { scheduleReminder } from '@/lib/reminders/schedule-reminder';
import { addDevice, addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
const hourMs = 3_600_000;

beforeEach(async () => {
  place = await makeWorkspace();
});
afterEach(async () => {
  await shiftClock(0);
  await query('DELETE FROM reminder');
});
afterAll(() => closeDatabase());

/** Leaves a reminder that is due in a minute; gives its id. */
async function leave(fields: Record<string, unknown> = {}): Promise<string> {
  const input = ScheduleReminder.parse({ body: newId(), inMinutes: 1, ...fields });
  const { reminder } = await scheduleReminder(place.agent, input);
  return reminder?.id ?? '';
}
const cancel = (id: string) => scheduleReminder(place.agent, { cancelReminderId: id });
const fetched = (id: string) => scheduleReminder(place.agent, { reminderId: id });

async function rowOf(id: string): Promise<ReminderRow> {
  const [row] = await query<ReminderRow>('SELECT * FROM reminder WHERE id = $1', [id]);
  if (!row) throw new Error(`There is no reminder ${id}.`);
  return row;
}

const deliveriesOf = (id: string) =>
  query<{ id: string; device_id: string; suppressed: string | null; due_at: Date | null }>(
    'SELECT * FROM delivery WHERE reminder_id = $1',
    [id],
  );

/** Waits until the pushes of a dispatch have been tried: the port that tests push to refuses, so each is to be tried again. */
const tried = (id: string) =>
  expect
    .poll(() => query('SELECT 1 FROM delivery WHERE reminder_id = $1 AND failure IS NULL AND suppressed IS NULL', [id]))
    .toEqual([]);

test('three dispatchers at once, over and over: each reminder is dispatched once, to each device of its member and to nobody else’s', async () => {
  await Promise.all([addDevice(place.owner), addDevice(place.owner, 'web'), addDevice(place.viewer)]);
  const ids = await Promise.all(Array.from({ length: 20 }, () => leave()));
  expect(await dispatchDueReminders(50)).toBe(0);
  await shiftClock(61_000);
  const done = await Promise.all(Array.from({ length: 9 }, () => dispatchDueReminders(50)));
  expect(done.reduce((sum, count) => sum + count)).toBe(20);
  for (const id of ids) {
    expect(new Set((await deliveriesOf(id)).map((delivery) => delivery.device_id)).size).toBe(2);
    expect(await deliveriesOf(id)).toHaveLength(2);
    await tried(id);
    expect((await rowOf(id)).status).toBe('firing');
  }
});

test('cancel and dispatch at once: one of them happens, and whoever cancels is told which', async () => {
  await addDevice(place.owner);
  const outcomes = { cancelled: 0, firing: 0 };
  for (let round = 0; round < 60; round++) {
    const id = await leave();
    await shiftClock((round + 2) * 61_000);
    // A dispatch looks at more before it begins, so the cancel comes a little later each time.
    const [told] = await Promise.all([delay(round % 10).then(() => cancel(id)), dispatchDueReminders(50)]);
    const row = await rowOf(id);
    expect(told).toMatchObject({ cancelled: row.status === 'cancelled' });
    expect(await deliveriesOf(id)).toHaveLength(row.status === 'cancelled' ? 0 : 1);
    outcomes[row.status as keyof typeof outcomes]++;
    // One that still fires would take a place of the 25.
    await query('DELETE FROM reminder WHERE id = $1', [id]);
  }
  // Races that all end alike would show nothing.
  expect(Math.min(...Object.values(outcomes)), JSON.stringify(outcomes)).toBeGreaterThan(3);
});

test('a process that dies right after it began a dispatch loses nothing: its pushes are planned, and another sends them', async () => {
  const device = await addDevice(place.owner);
  const id = await leave({ title: 'Build' });
  await shiftClock(61_000);
  const [due] = await selectDue(1);
  if (!due) throw new Error('Nothing is due.');
  const plan = JSON.stringify([{ device, may_answer: false }]);
  expect(await claimDue(due, plan, 60_000)).toHaveLength(1);
  expect(await claimDue(due, plan, 60_000)).toBeUndefined();
  expect(await claimDueDeliveries(50, 60_000)).toEqual([]);
  await shiftClock(61_000 + 60_001);
  const [again] = await claimDueDeliveries(50, 60_000);
  expect(again).toMatchObject({ kind: 'reminder', reminder_id: id, device_id: device });
  expect(again && (await reminderPayload(place.workspaceId, id, again))).toMatchObject({
    kind: 'reminder',
    id,
    title: 'Build',
    tag: `reminder-${id}`,
    deliveryId: again?.delivery_id,
  });
});

test('it is dispatched when a push service took it, failed in its words when none can any more, and firing in between', async () => {
  await Promise.all([addDevice(place.owner), addDevice(place.owner)]);
  const [one, other] = await Promise.all([leave(), leave()]);
  await shiftClock(61_000);
  await dispatchDueReminders(50);
  await Promise.all([tried(one), tried(other)]);
  expect(await fetched(one)).toMatchObject({
    reminder: { status: 'firing' },
    delivery: { pending: 2, sent: 0, delivered: 0, failed: 0 },
  });
  const set = (id: string, change: string) =>
    query(
      `UPDATE delivery SET due_at = NULL, ${change} WHERE id = (SELECT id FROM delivery WHERE reminder_id = $1 AND due_at IS NOT NULL LIMIT 1)`,
      [id],
    );
  await set(one, 'accepted_at = nod_now(), displayed_at = nod_now(), failure = NULL');
  await set(other, `failed_at = nod_now(), failure = '410: gone'`);
  await shiftClock(hourMs);
  await settleFiring(null, 50);
  expect(await fetched(one)).toMatchObject({
    reminder: { status: 'dispatched', settledAt: expect.any(String) },
    delivery: { pending: 1, sent: 1, delivered: 1, failed: 0 },
    pending: [{ id: other, status: 'firing' }],
  });
  await set(other, `suppressed = 'device_gone'`);
  await settleFiring(other, 1);
  expect(await rowOf(other)).toMatchObject({ status: 'failed', reason: '410: gone', due_at: null });
});

test('without a device it fails and says so; a repeat of the call is told', async () => {
  const id = await leave({ requestId: 'once', body: 'Look.' });
  await shiftClock(61_000);
  await dispatchDueReminders(50);
  await expect.poll(() => rowOf(id)).toMatchObject({ status: 'failed', reason: 'no_device', due_at: null });
  const again = await scheduleReminder(place.agent, { body: 'Look.', inMinutes: 1, requestId: 'once' });
  expect(again).toMatchObject({ duplicate: true, reminder: { id, status: 'failed', reason: 'no_device' } });
});

test.each([
  ['snoozed', `UPDATE member SET snoozed_until = nod_now() + interval '1 day' WHERE id = $1`],
  ['terminal_only', `UPDATE member SET delivery_mode = 'terminal_only' WHERE id = $1`],
  ['device_setting', 'UPDATE device SET gets_reminders = false WHERE member_id = $1'],
])('a member who wants quiet (%s) gets no push, and the reminder says why', async (reason, change) => {
  await addDevice(place.owner);
  const id = await leave();
  await query(change, [place.owner.memberId]);
  await shiftClock(61_000);
  await dispatchDueReminders(50);
  await expect.poll(() => rowOf(id)).toMatchObject({ status: 'suppressed', reason, due_at: null });
  expect(await deliveriesOf(id)).toMatchObject([{ suppressed: reason, due_at: null }]);
});

test.each([
  ['key_revoked', 'UPDATE api_key SET revoked_at = nod_now() WHERE id = $1', 'key'],
  ['key_revoked', `UPDATE api_key SET expires_at = nod_now() + interval '1 second' WHERE id = $1`, 'key'],
  ['no_access', 'UPDATE member SET removed_at = nod_now() WHERE id = $1', 'member'],
])('a reminder whose right to come is gone is cancelled when it is due (%s)', async (reason, change, whose) => {
  await addDevice(place.owner);
  const id = await leave();
  await query(change, [whose === 'key' ? place.agent.keyId : place.agent.memberId]);
  await shiftClock(61_000);
  // Also when it went between the look and the claim.
  const [due] = await selectDue(1);
  expect(due && (await claimDue(due, '[]', 60_000))).toBeUndefined();
  expect(await dispatchDueReminders(50)).toBe(1);
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', reason });
  expect(await deliveriesOf(id)).toEqual([]);
});

test('a rotated key’s reminders survive; test traffic never comes', async () => {
  await addMember(place.workspaceId, 'member');
  await addDevice(place.owner);
  const [live, trial] = await Promise.all([leave(), leave({ env: 'test' })]);
  await query(`UPDATE api_key SET prefix = prefix || 'ff', secret_hash = '\\x00' WHERE id = $1`, [place.agent.keyId]);
  await shiftClock(31 * 24 * hourMs);
  expect(await dispatchDueReminders(50)).toBe(1);
  await tried(live);
  expect((await rowOf(live)).status).toBe('firing');
  expect((await rowOf(trial)).status).toBe('scheduled');
  expect(await deliveriesOf(trial)).toEqual([]);
});
