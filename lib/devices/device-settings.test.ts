import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { everythingSent } from '@/lib/delivery/in-flight';
import { changeDevice, listDevicesWithPushes } from '@/lib/devices/manage';
import { notePagePresence } from '@/lib/members/page-presence';
import { addDevice, addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs } from '@/lib/testing/questions';

let place: TestWorkspace;
let device: string;

beforeEach(async () => {
  place = await makeWorkspace();
  device = await addDevice(place.owner);
});
afterAll(async () => {
  await everythingSent(2000);
  await closeDatabase();
});

const onlyDevice = async () => (await listDevicesWithPushes(place.owner))[0];

test('a form with boxes turns off what is not ticked; one without boxes leaves them alone', async () => {
  await changeDevice(place.owner, device, { boxes: '1', getsReminders: 'on', hidesText: 'on' });
  expect(await onlyDevice()).toMatchObject({
    gets: { questions: false, updates: false, reminders: true },
    hidesText: true,
  });
  await changeDevice(place.owner, device, { name: 'Pixel', tags: 'home, home , work' });
  expect(await onlyDevice()).toMatchObject({ name: 'Pixel', tags: ['home', 'work'], hidesText: true });
});

test('somebody else’s device cannot be changed, and looks as if it did not exist', async () => {
  const other = await addMember(place.workspaceId, 'member');
  await expect(changeDevice(other, device, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(changeDevice(place.owner, 'nonsense', { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a device says what is known of its last pushes: also why one was not sent', async () => {
  await changeDevice(place.owner, device, { boxes: '1' });
  const { correlationId } = await askAs(place.agent);
  expect((await onlyDevice())?.recent).toMatchObject([
    { title: 'Ship it?', outcome: 'Not sent: this device does not take them', href: `/q/${correlationId}` },
  ]);
});

const zoneOf = async () => {
  const rows = await query<{ zone: string }>('SELECT time_zone AS zone FROM member WHERE id = $1', [
    place.owner.memberId,
  ]);
  return rows[0]?.zone;
};

test('the browser’s time zone is taken until the person chooses one; nonsense never is', async () => {
  await notePagePresence(place.owner, { foreground: true, timeZone: 'Mars/Olympus' });
  expect(await zoneOf()).toBe('UTC');
  await notePagePresence(place.owner, { foreground: true, timeZone: 'Asia/Tokyo' });
  expect(await zoneOf()).toBe('Asia/Tokyo');
  await query('UPDATE member SET time_zone_chosen = true WHERE id = $1', [place.owner.memberId]);
  await notePagePresence(place.owner, { foreground: true, timeZone: 'Europe/Berlin' });
  expect(await zoneOf()).toBe('Asia/Tokyo');
});

test('a page that left the front no longer holds its device’s pushes', async () => {
  await query('UPDATE device SET web_session_id = $2 WHERE id = $1', [device, place.owner.webSessionId]);
  const held = async () => {
    const { correlationId } = await askAs(place.agent);
    const rows = await query<{ held: string | null }>('SELECT held FROM delivery WHERE question_id = $1', [
      correlationId,
    ]);
    return rows[0]?.held;
  };
  await notePagePresence(place.owner, { foreground: true });
  expect(await held()).toBe('foreground');
  await notePagePresence(place.owner, { foreground: false });
  expect(await held()).toBeNull();
});
