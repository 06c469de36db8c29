import { createECDH, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { EnrolDevice } from '@/lib/contract/end-user';
import { closeDatabase, query } from '@/lib/db/client';
import { enrolDevice, isOn, leaveDevice, readEnrolment } from '@/lib/end-users/enrol-device';
import { enrollEndUser } from '@/lib/end-users/enroll';
import { reachability } from '@/lib/end-users/reachability';
import { env } from '@/lib/env';
import { newId, sha256 } from '@/lib/ids';
import { decideAs } from '@/lib/testing/decisions';
import { addBoundKey } from '@/lib/testing/end-users';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

function browser(endpoint = `https://127.0.0.1:1/${newId()}`) {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}
const enrol = (token: string, subscription = browser()) =>
  enrolDevice(EnrolDevice.parse({ token, subscription }), 'tests');
const linkFor = async (externalId = 'customer') => (await enrollEndUser(place.full, externalId)).token;
const devices = () =>
  query<{ id: string; status: string; external_id: string; endpoint: string }>(
    `SELECT device.id, status, end_user.external_id, endpoint FROM device JOIN end_user ON end_user.id = end_user_id WHERE device.workspace_id = $1`,
    [place.workspaceId],
  );

test('a link connects one browser; the same browser may say so again, another is refused', async () => {
  const token = await linkFor();
  const first = browser();
  expect(await enrol(token, first)).toEqual({ on: true });
  expect(await enrol(token, first)).toEqual({ on: true });
  await expect(enrol(token)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await devices()).toMatchObject([{ status: 'active', external_id: 'customer', endpoint: first.endpoint }]);
});

test('of twenty browsers with one link at once exactly one is connected', async () => {
  const token = await linkFor();
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => enrol(token)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await devices()).toHaveLength(1);
});

test('the same browser may say it twenty times at once, as when a receipt is lost: one device, one entry', async () => {
  const token = await linkFor();
  const own = browser();
  await Promise.all(Array.from({ length: 20 }, () => enrol(token, own)));
  expect(await devices()).toHaveLength(1);
  const events = await query('SELECT 1 FROM ledger_entry WHERE workspace_id = $1', [place.workspaceId]);
  expect(events).toHaveLength(1);
});

test('a link ends after 15 minutes, and looking at it does not use it up', async () => {
  const token = await linkFor();
  for (let looked = 0; looked < 3; looked++)
    expect(await readEnrolment(token)).toMatchObject({ is_used: false, is_expired: false });
  await shiftClock(900_000);
  // Like a link that never was; one that was used still tells its browser how it stands.
  expect(await readEnrolment(token)).toBeUndefined();
  await expect(enrol(token)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await devices()).toEqual([]);
  await shiftClock(0);
  await enrol(token);
  await shiftClock(900_000);
  expect(await readEnrolment(token)).toMatchObject({ is_used: true });
});

test.each(['', 'x', 'never made'])('a token like "%s" opens nothing', async (token) => {
  expect(await readEnrolment(token)).toBeUndefined();
  await expect(enrolDevice({ token, subscription: browser() }, '')).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a private push endpoint is refused by name, and the link stays good', async () => {
  const token = await linkFor();
  for (const endpoint of [
    'https://10.0.0.1/x',
    'http://push.example.test/x',
    'https://2130706433/x',
    'https://[::ffff:10.0.0.1]/x',
  ])
    await expect(enrol(token, browser(endpoint))).rejects.toMatchObject({ issues: [{ field: 'endpoint' }] });
  expect(await enrol(token)).toEqual({ on: true });
});

test('a browser that moves to another end user answers nothing of the former any more', async () => {
  const own = browser();
  await enrol(await linkFor('former'), own);
  const { decisionId } = await decideAs(place.full, { externalId: 'former' });
  await enrol(await linkFor('next'), own);
  expect(await devices()).toMatchObject([{ external_id: 'next', status: 'active' }]);
  const [delivery] = await query<{ tokens: number }>(
    'SELECT cardinality(token_hashes) AS tokens FROM delivery WHERE question_id = $1',
    [decisionId],
  );
  expect(delivery?.tokens).toBe(0);
});

test('a member’s browser that becomes an end user’s answers nothing of the member’s, and keeps nothing that they had set', async () => {
  const deviceId = await addDevice(place.owner);
  await storeOpen(place.agent);
  const [device] = await query<{ endpoint: string }>(
    `UPDATE device SET hides_text = true, gets_questions = false, tags = '{work}', external_id = 'mine' WHERE id = $1 RETURNING endpoint`,
    [deviceId],
  );
  await enrol(await linkFor(), browser(device?.endpoint));
  const rows = await query(
    `SELECT member_id, hides_text, gets_questions, tags, device.external_id, token_hashes, suppressed
       FROM device JOIN delivery ON device_id = device.id WHERE device.id = $1`,
    [deviceId],
  );
  expect(rows).toEqual([
    {
      member_id: null,
      hides_text: false,
      gets_questions: true,
      tags: [],
      external_id: null,
      token_hashes: [],
      suppressed: 'device_changed_hands',
    },
  ]);
});

test('what waits for somebody is pushed to the browser that they connect, and what they were sent is not sent again', async () => {
  await enrol(await linkFor());
  const { decisionId } = await decideAs(place.full);
  await decideAs(place.full, { externalId: 'another' });
  const second = browser();
  await enrol(await linkFor(), second);
  const sent = await query<{ endpoint: string; due: boolean }>(
    `SELECT endpoint, due_at <= nod_now() AS due FROM delivery JOIN device ON device.id = device_id WHERE question_id = $1 ORDER BY endpoint = $2`,
    [decisionId, second.endpoint],
  );
  expect(sent).toMatchObject([{}, { endpoint: second.endpoint, due: true }]);
});

test('a decision and a browser that come at the same moment always find each other', async () => {
  const token = Array.from({ length: 40 }, (_, index) => `person ${index}`);
  const links = await Promise.all(token.map((externalId) => linkFor(externalId)));
  const decisions = await Promise.all(
    token.flatMap((externalId, index) => [decideAs(place.full, { externalId }), enrol(links[index] ?? '')]),
  );
  const ids = decisions.flatMap((one) => ('decisionId' in one ? [one.decisionId] : []));
  const [row] = await query<{ reached: number }>(
    'SELECT count(DISTINCT question_id)::int AS reached FROM delivery WHERE question_id = ANY ($1::uuid[])',
    [ids],
  );
  expect(row?.reached).toBe(token.length);
});

test('a decision that is opened while a browser is being connected waits for it, and finds it', async () => {
  const token = await linkFor();
  const { endpoint, keys } = browser();
  const named = { name: 'Phone', browser: '', os: '', channel: 'web', user_agent: '' };
  const other = new pg.Client({ connectionString: env().databaseUrl, ssl: false });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT nod_enrol($1, $2)', [
      sha256(token),
      JSON.stringify({ id: newId(), endpoint, ...keys, ...named }),
    ]);
    const deciding = decideAs(place.full);
    const locksAwaited = () =>
      query(
        `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
      );
    await expect.poll(locksAwaited, { interval: 5 }).toHaveLength(1);
    await other.query('COMMIT');
    const { decisionId } = await deciding;
    expect(
      await query('SELECT endpoint FROM delivery JOIN device ON device.id = device_id WHERE question_id = $1', [
        decisionId,
      ]),
    ).toEqual([{ endpoint }]);
  } finally {
    await other.end();
  }
});

test('a browser that is turned off gets nothing and says so; nobody else’s is turned off by it', async () => {
  const token = await linkFor();
  const own = browser();
  await enrol(token, own);
  expect(await isOn(token, own.endpoint)).toEqual({ on: true });
  expect(await isOn(await linkFor('another'), own.endpoint)).toEqual({ on: false });
  expect(await leaveDevice(own.endpoint)).toEqual({ left: true });
  expect(await leaveDevice(own.endpoint)).toEqual({ left: false });
  expect(await isOn(token, own.endpoint)).toEqual({ on: false });
  expect(await decideAs(place.full)).toMatchObject({ reachable: false });
  const events = await query<{ event: string }>('SELECT event FROM ledger_entry WHERE workspace_id = $1 ORDER BY seq', [
    place.workspaceId,
  ]);
  expect(events.map(({ event }) => event)).toEqual(['end_user_enrolled', 'end_user_left', 'asked']);
});

test('reachability says by whose hands somebody is reached, and stores nothing', async () => {
  await enrol(await linkFor());
  const counts = { reachable: false, deviceCount: 0, webEndpoints: 0 };
  expect(await reachability(place.full, 'customer')).toMatchObject({
    deliverability: 'push',
    reachable: true,
    deviceCount: 1,
    webEndpoints: 1,
  });
  expect(await reachability(place.full, 'never seen')).toMatchObject({
    deliverability: 'fallback',
    externalId: 'never seen',
    ...counts,
  });
  expect(await reachability(place.full, '')).toMatchObject({
    deliverability: 'unreachable',
    externalId: '',
    ...counts,
  });
  expect(await query('SELECT 1 FROM end_user WHERE workspace_id = $1', [place.workspaceId])).toHaveLength(1);
});

test('a bound key connects nobody who has a device: its holder could answer from another', async () => {
  const bound = await addBoundKey(place.owner, 'customer');
  const [first, second] = [await enrollEndUser(bound, 'customer'), await enrollEndUser(bound, 'customer')];
  await enrol(first.token);
  await expect(enrol(second.token)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(enrollEndUser(bound, 'customer')).rejects.toMatchObject({ code: 'refused' });
  // The service itself adds as many as the person has.
  await enrol(await linkFor());
  expect(await devices()).toHaveLength(2);
});

test('an end user has at most 20 browsers', async () => {
  for (let made = 0; made < 20; made++) await enrol(await linkFor());
  await expect(enrol(await linkFor())).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await devices()).toHaveLength(20);
});

test('what lay on a screen before it was turned off answers nothing after it was turned on again', async () => {
  const own = browser();
  await enrol(await linkFor(), own);
  const { decisionId } = await decideAs(place.full);
  await leaveDevice(own.endpoint);
  await enrol(await linkFor(), own);
  const tokens = await query<{ count: number }>(
    'SELECT cardinality(token_hashes) AS count FROM delivery WHERE question_id = $1 ORDER BY created_at',
    [decisionId],
  );
  expect(tokens[0]).toEqual({ count: 0 });
});

test('a bound key connects and looks up its own end user only', async () => {
  const bound = await addBoundKey(place.owner, 'customer');
  expect(await enrollEndUser(bound, 'customer')).toMatchObject({ externalId: 'customer', expiresInSeconds: 900 });
  await expect(enrollEndUser(bound, 'another')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await reachability(bound, undefined)).toMatchObject({ externalId: 'customer', deliverability: 'fallback' });
  await expect(reachability(bound, 'another')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await query('SELECT 1 FROM one_time_token WHERE workspace_id = $1', [place.workspaceId])).toHaveLength(1);
});
