import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { changeMemberDelivery } from '@/lib/delivery/settings';
import { env } from '@/lib/env';
import { notePagePresence } from '@/lib/members/page-presence';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
let listener: pg.Client;
let heard: unknown[];

beforeEach(async () => {
  place = await makeWorkspace();
  heard = [];
  listener = new pg.Client({ connectionString: env().databaseUrl });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => {
    const told = JSON.parse(payload) as { workspace?: string; event: string };
    if (told.workspace === place.workspaceId) heard.push(told);
  });
  await listener.query('LISTEN nod');
});
afterEach(() => listener.end());
afterAll(() => closeDatabase());

const zoneOf = async () =>
  (await query<{ time_zone: string }>('SELECT time_zone FROM member WHERE id = $1', [place.owner.memberId]))[0]
    ?.time_zone;
/** What the pages of the workspace were told until now. */
const told = async () => {
  await listener.query('SELECT 1');
  return heard;
};

test('the first browser that names a time zone sets it, and open pages are told once; a second one elsewhere does not flip it', async () => {
  await notePagePresence(place.owner, { foreground: true, timeZone: 'UTC' });
  expect(await told()).toEqual([]);
  for (const timeZone of ['Europe/Berlin', 'Europe/Berlin', 'America/New_York', 'Etc/UTC', 'Mars/Olympus'])
    await notePagePresence(place.owner, { foreground: true, timeZone });
  expect(await zoneOf()).toBe('Europe/Berlin');
  expect(await told()).toEqual([{ workspace: place.workspaceId, id: place.owner.memberId, event: 'settings' }]);
});

test.each(['Etc/UTC', 'GMT', '+02:00'])(
  'a browser that says %s does not keep the next one from setting a zone',
  async (timeZone) => {
    await notePagePresence(place.owner, { foreground: false, timeZone });
    await notePagePresence(place.owner, { foreground: false, timeZone: 'Asia/Tokyo' });
    expect(await zoneOf()).toBe('Asia/Tokyo');
  },
);

test('UTC that was chosen stays', async () => {
  await changeMemberDelivery(place.owner, { mode: '', updates: 'all', quietFrom: '', quietTo: '', timeZone: 'UTC' });
  await notePagePresence(place.owner, { foreground: true, timeZone: 'Europe/Berlin' });
  expect(await zoneOf()).toBe('UTC');
});

test('a window counts as in front until it says that it left', async () => {
  const isInFront = async () =>
    (
      await query<{ front: boolean | null }>(
        'SELECT foreground_until > nod_now() AS front FROM web_session WHERE id = $1',
        [place.owner.webSessionId],
      )
    )[0]?.front;
  await notePagePresence(place.owner, { foreground: true });
  expect(await isInFront()).toBe(true);
  await notePagePresence(place.owner, { foreground: false });
  expect(await isInFront()).toBeNull();
});
