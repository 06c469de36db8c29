import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { KeyActor } from '@/lib/actor';
import { shiftClock } from '@/lib/clock';
import { ScheduleReminder, ScheduleReminderResult } from '@/lib/contract/reminder';
import { closeDatabase, pool, query } from '@/lib/db/client';
import { endKey } from '@/lib/keys/manage.sql';
import { scheduleReminder } from '@/lib/reminders/schedule-reminder';
import { addDevice, addKey, addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { slowlyInserted } from '@/lib/testing/slow-insert';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});
afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

const remindAs = async (actor: KeyActor, fields: Record<string, unknown>) =>
  ScheduleReminderResult.parse(await scheduleReminder(actor, ScheduleReminder.parse(fields)));
const remind = (fields: Record<string, unknown> = {}) =>
  remindAs(place.agent, { body: 'Look at the build.', inMinutes: 10, ...fields });
const call = (fields: Record<string, unknown>) => remindAs(place.agent, fields);
const times = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => make(index)));
const stored = () => query<{ status: string }>('SELECT * FROM reminder WHERE workspace_id = $1', [place.workspaceId]);
const isoIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('fifty calls at once with one requestId make one reminder; all are given the same one, one of them as new', async () => {
  await slowlyInserted('reminder', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => remind({ requestId: 'once' })));
    expect(new Set(replies.map(({ reminder }) => reminder?.id)).size).toBe(1);
    expect(replies.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });
  expect(await stored()).toHaveLength(1);
});

test.each([
  ['body', { body: 'Look at the tests.' }],
  ['title', { title: 'Build' }],
  ['time', { inMinutes: 11 }],
  ['way to give the time', { inMinutes: undefined, at: isoIn(10) }],
  ['env', { env: 'test' }],
])('the same requestId with another %s is a conflict; the first stays as it was', async (_what, changed) => {
  const { reminder } = await remind({ requestId: 'once' });
  await expect(remind({ requestId: 'once', ...changed })).rejects.toMatchObject({
    code: 'idempotency_conflict',
    status: 409,
  });
  expect((await call({})).pending).toEqual([reminder]);
});

test('two secrets that redact alike are not the same content', async () => {
  await remind({ requestId: 'once', body: 'password=hunter2-one' });
  await expect(remind({ requestId: 'once', body: 'password=hunter2-two' })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
});

test('the same instant written with another offset is the same content', async () => {
  const first = await remind({ requestId: 'once', inMinutes: undefined, at: '2099-01-01T00:00Z' }).catch(() => 'far');
  expect(first).toBe('far');
  const at = isoIn(60).slice(0, 16);
  const { reminder } = await remind({ requestId: 'twice', inMinutes: undefined, at: `${at}Z` });
  const again = await remind({ requestId: 'twice', inMinutes: undefined, at: `${at}:00+00:00` });
  expect(again).toMatchObject({ duplicate: true, reminder: { id: reminder?.id } });
});

test('a requestId gives the original also after it settled, and when its moment has passed', async () => {
  const at = isoIn(60);
  const { reminder } = await remind({ requestId: 'once', inMinutes: undefined, at });
  await call({ cancelReminderId: reminder?.id });
  await shiftClock(120 * 60_000);
  expect(await remind({ requestId: 'once', inMinutes: undefined, at })).toMatchObject({
    duplicate: true,
    reminder: { id: reminder?.id, status: 'cancelled', reason: 'cancelled_by_agent' },
  });
  expect(await stored()).toHaveLength(1);
});

test('without a requestId, the same text and time within ten seconds is one reminder; later, or cancelled meanwhile, it is another', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => remind()));
  expect(new Set(replies.map(({ reminder }) => reminder?.id)).size).toBe(1);
  await remind({ inMinutes: 11 });
  expect(await stored()).toHaveLength(2);
  await shiftClock(10_001);
  const later = await remind();
  expect(later.duplicate).toBeUndefined();
  await call({ cancelReminderId: later.reminder?.id });
  expect((await remind()).duplicate).toBeUndefined();
  expect(await stored()).toHaveLength(4);
});

test('of fifty at once exactly 25 are pending; repeats and test traffic do not count, and a cancelled one frees its place', async () => {
  await slowlyInserted('reminder', async () => {
    const replies = await times(50, (index) => remind({ body: `Number ${index}` }));
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    const [refused] = replies.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused?.reason).toMatchObject({ code: 'limit_reached', status: 429 });
    expect(refused?.reason.message).toContain('25');
  });
  await remind({ env: 'test', body: 'Only a test' });
  const { pending } = await call({});
  expect(pending).toHaveLength(25);
  await call({ cancelReminderId: pending[7]?.id });
  await remind({ body: 'One more', requestId: 'more' });
  expect(await remind({ body: 'One more', requestId: 'more' })).toMatchObject({ duplicate: true });
  await expect(remind({ body: 'Too many' })).rejects.toMatchObject({ code: 'limit_reached' });
  // Another member of the workspace has their own 25.
  const colleague = await addKey(await addMember(place.workspaceId, 'member'), 'agent');
  expect((await remindAs(colleague, { body: 'Mine', inMinutes: 5 })).pending).toHaveLength(1);
});

test('the time is computed and judged by the clock of the database', async () => {
  await shiftClock(3 * 3_600_000);
  const { reminder } = await remind({ inMinutes: 30 });
  const aheadMs = new Date(reminder?.fireAt ?? 0).getTime() - Date.now();
  expect(Math.round(aheadMs / 60_000)).toBe(210);
  await expect(remind({ inMinutes: undefined, at: isoIn(179) })).rejects.toThrow('at: is in the past');
  const monthMinutes = 30 * 24 * 60;
  await expect(remind({ inMinutes: undefined, at: isoIn(180 + monthMinutes + 1) })).rejects.toThrow(
    'at: is more than 30 days away',
  );
  await remind({ inMinutes: undefined, at: isoIn(180 + monthMinutes - 1) });
});

test.each([
  ['inMinutes', { inMinutes: 0.5 }],
  ['inMinutes', { inMinutes: 43_201 }],
  ['at', { inMinutes: 5, at: '2027-01-15T09:00:00Z' }],
  ['inMinutes', { inMinutes: undefined }],
  ['at', { inMinutes: undefined, at: '2027-01-15T09:00:00' }],
  ['body', { body: undefined }],
  ['body', { body: undefined, inMinutes: undefined, requestId: 'only' }],
  ['body', { cancelReminderId: 'x' }],
  ['reminderId', { body: undefined, inMinutes: undefined, cancelReminderId: 'x', reminderId: 'x' }],
])('a refusal names %s for %j, and nothing is stored', async (field, changed) => {
  const fields = Object.fromEntries(
    Object.entries({ body: 'Look.', inMinutes: 10, ...changed }).filter(([, value]) => value !== undefined),
  );
  const thrown = await (async () => call(fields))().catch((error: unknown) => error);
  const named = (thrown as { issues?: { field?: string; path?: string[] }[] }).issues?.[0];
  expect(named?.field ?? named?.path?.[0]).toBe(field);
  expect(await stored()).toEqual([]);
});

test('body and title are counted in UTF-16 units after secrets are removed; longer is refused with length and limit, never cut', async () => {
  const secret = `sk-${'a1'.repeat(100)}`;
  const replies = await Promise.all([
    remind({ body: 'x'.repeat(180), title: 'y'.repeat(100) }),
    remind({ body: '🙂'.repeat(90) }),
    remind({ body: `Look at ${secret}` }),
  ]);
  expect(replies.map(({ reminder }) => reminder?.body.length)).toEqual([180, 180, 24]);
  expect(replies[2]?.reminder?.body).toBe('Look at [secret removed]');
  await expect(remind({ body: 'x'.repeat(181) })).rejects.toThrow('body: has 181 UTF-16 units');
  await expect(remind({ body: '🙂'.repeat(91) })).rejects.toThrow('body: has 182 UTF-16 units');
  await expect(remind({ title: 'y'.repeat(101) })).rejects.toThrow('title: has 101 UTF-16 units');
  // The mark that takes a short secret's place counts too.
  await expect(remind({ body: `${'x'.repeat(160)} token=abcde` })).rejects.toThrow('body: has 183 UTF-16 units');
  expect(await stored()).toHaveLength(3);
});

test('a reply has what is pending, the time in UTC and in the zone of the person, and says so when no device is there', async () => {
  await query(`UPDATE member SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [place.owner.memberId]);
  const lonely = await remind({ title: 'Build', inMinutes: 20 });
  expect(lonely.warning).toContain('No device');
  expect(lonely.hint).toMatch(/UTC \(.* in Asia\/Kolkata\)/);
  expect(lonely.hint).toContain('confirm');
  expect(lonely.reminder?.fireAt).toMatch(/^\d{4}-.*Z$/);
  await addDevice(place.owner);
  const sooner = await remind({ inMinutes: 10 });
  expect(sooner.warning).toBeUndefined();
  expect(sooner.pending).toEqual([sooner.reminder, lonely.reminder]);
});

test('test traffic is stored, never due and not pending', async () => {
  const reply = await remind({ env: 'test' });
  expect(reply).toMatchObject({ env: 'test', reminder: { status: 'scheduled' }, pending: [] });
  expect(await stored()).toMatchObject([{ due_at: null, env: 'test' }]);
  expect(await call({ reminderId: reply.reminder?.id })).toMatchObject({ env: 'test' });
});

test('reminders belong to the member who made the key: their other keys see them, nobody else’s do', async () => {
  const { reminder } = await remind();
  expect((await remindAs(place.connector, {})).pending).toEqual([reminder]);
  const colleague = await addKey(await addMember(place.workspaceId, 'member'), 'full');
  const elsewhere = (await makeWorkspace()).agent;
  for (const stranger of [colleague, elsewhere]) {
    expect((await remindAs(stranger, {})).pending).toEqual([]);
    for (const fields of [{ reminderId: reminder?.id }, { cancelReminderId: reminder?.id }]) {
      await expect(remindAs(stranger, fields)).rejects.toMatchObject({ code: 'not_found' });
    }
  }
  for (const id of ['nonsense', '0190a0a0-0000-7000-8000-000000000000'])
    await expect(call({ reminderId: id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await call({})).pending).toEqual([reminder]);
});

test('cancelling can be repeated, and what is fetched says why it ended', async () => {
  const { reminder } = await remind();
  expect(await call({ cancelReminderId: reminder?.id })).toMatchObject({ cancelled: true, pending: [] });
  expect(await call({ cancelReminderId: reminder?.id })).toMatchObject({ cancelled: true });
  const fetched = await call({ reminderId: reminder?.id });
  expect(fetched).toMatchObject({
    reminder: { status: 'cancelled', reason: 'cancelled_by_agent', settledAt: expect.any(String) },
    delivery: { pending: 0, sent: 0, delivered: 0, failed: 0 },
  });
});

test('a suspended workspace lists, fetches and cancels, but schedules nothing, whatever the key says', async () => {
  const { reminder } = await remind();
  await query('UPDATE workspace SET suspended_at = nod_now() WHERE id = $1', [place.workspaceId]);
  for (const actor of [place.agent, { ...place.agent, workspaceSuspended: true }]) {
    await expect(remindAs(actor, { body: 'More', inMinutes: 5 })).rejects.toMatchObject({
      code: 'subscription_required',
      status: 403,
    });
    expect((await remindAs(actor, {})).pending).toHaveLength(1);
    expect(await remindAs(actor, { reminderId: reminder?.id })).toMatchObject({ reminder: { status: 'scheduled' } });
  }
  expect(await call({ cancelReminderId: reminder?.id })).toMatchObject({ cancelled: true });
});

test('a revoked key’s reminders are over at once and free their places', async () => {
  const { reminder } = await remind();
  await endKey(place.workspaceId, place.agent.keyId);
  expect(await remindAs(place.connector, { reminderId: reminder?.id })).toMatchObject({
    reminder: { status: 'cancelled', reason: 'key_revoked' },
    pending: [],
  });
});

test('30 days are 720 hours, also where the database’s own zone loses one to summer time', async () => {
  const client = await pool().connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL TimeZone = 'Europe/Berlin'`);
    await shiftClock(Date.parse('2027-03-20T12:00:00Z') - Date.now());
    const remindAfter = async (length: string) => {
      const { rows } = await client.query<{ outcome: string }>(
        `SELECT (nod_remind(jsonb_build_object('id', gen_random_uuid(), 'workspace_id', $1::text, 'member_id', $2::text, 'body', $3::text,
                  'content_digest', $3::text, 'agent_name', '', 'fire_at', nod_now() + $3::text::interval), NULL, 25)).outcome`,
        [place.workspaceId, place.owner.memberId, length],
      );
      return rows[0]?.outcome;
    };
    expect(await remindAfter('719 hours 59 minutes')).toBe('stored');
    expect(await remindAfter('720 hours 1 minute')).toBe('too_far');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
