import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { momentOfLocal } from '@/lib/reminders/local-time';
import { cancelOwnReminder, leaveReminder, listReminders, whyNotAt } from '@/lib/reminders/page';
import { scheduleReminder } from '@/lib/reminders/schedule-reminder';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
  await query(`UPDATE member SET time_zone = 'Europe/Berlin' WHERE id = $1`, [place.owner.memberId]);
});
afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

/** Moves the clock to a moment. */
const beAt = (moment: string) => shiftClock(Date.parse(moment) - Date.now());

test('the form’s time is the member’s own local time, and its bounds are too', async () => {
  await beAt('2027-07-01T10:00:00Z');
  expect(await leaveReminder(place.owner, { body: 'Water the plants.', at: '2027-07-01T13:30' })).toEqual({
    twice: false,
  });
  const { pending, past, timeZone, earliest, latest } = await listReminders(place.owner);
  expect(pending).toMatchObject([{ fireAt: '2027-07-01T11:30:00.000Z', fireAtLocal: 'Thu 1 Jul, 13:30' }]);
  expect(pending[0]?.agent).toBeUndefined();
  expect({ past, timeZone, latest }).toEqual({ past: [], timeZone: 'Europe/Berlin', latest: '2027-07-31T12:00' });
  expect(momentOfLocal(earliest, timeZone).at.getTime()).toBeGreaterThan(Date.parse('2027-07-01T10:00:00Z'));
});

test('a time that the clocks jump over is refused with its zone; one that comes twice is taken at its first, and said', async () => {
  await beAt('2027-03-27T12:00:00Z');
  await expect(leaveReminder(place.owner, { body: 'Never.', at: '2027-03-28T02:30' })).rejects.toThrow('Europe/Berlin');
  expect(await whyNotAt(place.owner, '2027-03-28T02:30')).toContain('02:00 to 03:00');
  expect(await whyNotAt(place.owner, '2027-03-27T12:59')).toBe('That time has passed.');
  expect(await whyNotAt(place.owner, '2027-04-28T12:00')).toBe('That is more than 30 days away.');
  expect(await whyNotAt(place.owner, 'soon')).toContain('must be a date and a time');
  expect(await whyNotAt(place.owner, '2027-03-28T03:30')).toBeUndefined();
  await beAt('2027-10-30T12:00:00Z');
  expect(await leaveReminder(place.owner, { body: 'Early.', at: '2027-10-31T02:30' })).toEqual({ twice: true });
  expect((await listReminders(place.owner)).pending).toMatchObject([{ fireAt: '2027-10-31T00:30:00.000Z' }]);
});

test('the form’s time means the zone that the form was shown with, also when the member’s has changed since', async () => {
  await beAt('2027-07-01T10:00:00Z');
  await leaveReminder(place.owner, { body: 'Water the plants.', at: '2027-07-01T13:30' }, 'UTC');
  expect((await listReminders(place.owner)).pending).toMatchObject([{ fireAt: '2027-07-01T13:30:00.000Z' }]);
  expect(await whyNotAt(place.owner, '2027-07-01T11:30', 'UTC')).toBeUndefined();
  expect(await whyNotAt(place.owner, '2027-07-01T11:30')).toBe('That time has passed.');
  const again = await listReminders(place.owner, 'UTC');
  expect(again).toMatchObject({ timeZone: 'UTC', latest: '2027-07-31T10:00' });
  expect(again.pending).toMatchObject([{ fireAtLocal: 'Thu 1 Jul, 15:30' }]);
  expect((await listReminders(place.owner, 'Mars/Olympus')).timeZone).toBe('Europe/Berlin');
});

test.each(['Mars/Olympus', '+02:00', ''])('a form that names no zone of this world is refused: "%s"', async (zone) => {
  await expect(leaveReminder(place.owner, { body: 'x', at: '2027-07-01T13:30' }, zone)).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ field: 'timeZone' }],
  });
});

test('everybody sees and cancels their own reminders only; a viewer changes nothing', async () => {
  const { reminder } = await scheduleReminder(place.agent, { body: 'Look.', inMinutes: 5, agentName: 'Codex - infra' });
  const id = reminder?.id ?? '';
  const colleague = await addMember(place.workspaceId, 'member');
  for (const other of [colleague, place.viewer, (await makeWorkspace()).owner]) {
    expect(await listReminders(other)).toMatchObject({ pending: [], past: [] });
    await expect(cancelOwnReminder(other, id)).rejects.toMatchObject({
      code: other === place.viewer ? 'forbidden' : 'not_found',
    });
  }
  await expect(leaveReminder(place.viewer, { body: 'x', at: '2027-07-01T13:30' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect((await listReminders(place.owner)).pending).toMatchObject([{ id, agent: 'Codex · infra' }]);
  await cancelOwnReminder(place.owner, id);
  expect((await listReminders(place.owner)).past).toMatchObject([{ id, reason: 'cancelled_by_person' }]);
});

test('one whose dispatch began cannot be cancelled, and the person is told', async () => {
  const { reminder } = await scheduleReminder(place.agent, { body: 'Look.', inMinutes: 5 });
  await query(`UPDATE reminder SET status = 'firing' WHERE id = $1`, [reminder?.id]);
  await expect(cancelOwnReminder(place.owner, reminder?.id ?? '')).rejects.toMatchObject({ code: 'changed' });
});

test('in a suspended workspace nobody leaves a reminder, and everybody may cancel theirs', async () => {
  const { reminder } = await scheduleReminder(place.agent, { body: 'Look.', inMinutes: 5 });
  await query('UPDATE workspace SET suspended_at = nod_now() WHERE id = $1', [place.workspaceId]);
  await beAt('2027-07-01T10:00:00Z');
  await expect(leaveReminder(place.owner, { body: 'More.', at: '2027-07-01T13:30' })).rejects.toMatchObject({
    code: 'subscription_required',
  });
  await cancelOwnReminder(place.owner, reminder?.id ?? '');
  expect((await listReminders(place.owner)).pending).toEqual([]);
});
