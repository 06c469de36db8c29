import { afterAll, beforeEach, expect, test } from 'vitest';
import { ChangeSubscriber, ListSubscribersQuery, Subscriber } from '@/lib/contract/subscriber';
import { closeDatabase, query } from '@/lib/db/client';
import { removeDevice } from '@/lib/devices/manage';
import { newId } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';
import { changeSubscriber } from '@/lib/subscribers/change';
import { countSubscribers } from '@/lib/subscribers/count';
import { getSubscriber } from '@/lib/subscribers/get';
import { listSubscribers } from '@/lib/subscribers/list';
import { removeSubscriber } from '@/lib/subscribers/remove';
import { addEndUserDevice } from '@/lib/testing/end-users';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});
afterAll(() => closeDatabase());

const list = (fields: Record<string, string> = {}, actor = place.full) =>
  listSubscribers(actor, parseOrThrow(ListSubscribersQuery, fields));
const idsOf = async (fields: Record<string, string> = {}) => (await list(fields)).data.map(({ id }) => id);
const change = (id: string, fields: Record<string, unknown>, actor = place.full) =>
  changeSubscriber(actor, id, parseOrThrow(ChangeSubscriber, fields));

test('a device is shown with what is known of it and nothing else', async () => {
  const id = await addDevice(place.owner);
  const bare = await getSubscriber(place.full, id);
  expect(Subscriber.safeParse(bare).error).toBeUndefined();
  expect(JSON.parse(JSON.stringify(bare))).toEqual({
    id,
    siteId: place.workspaceId,
    endpoint: expect.stringMatching(/^https:\/\/127\.0\.0\.1:1\/…[0-9a-f]{8}$/),
    status: 'active',
    tags: [],
    createdAt: expect.stringMatching(/Z$/),
    lastActiveAt: expect.stringMatching(/Z$/),
  });
  await query(`UPDATE device SET browser = 'Safari', os = 'iPad', external_id = 'ops' WHERE id = $1`, [id]);
  await query(`UPDATE member SET time_zone = 'Europe/Vienna' WHERE id = $1`, [place.owner.memberId]);
  expect(await getSubscriber(place.full, id)).toMatchObject({
    browser: 'Safari',
    os: 'iPad',
    deviceType: 'tablet',
    timezone: 'Europe/Vienna',
    externalId: 'ops',
  });
});

test('nothing that opens a device leaves: not its endpoint, not its keys, not what an integrator keeps with it', async () => {
  const id = await addDevice(place.owner);
  await change(id, { customData: { note: 'kept to itself' } });
  const [row] = await query<{ endpoint: string; p256dh: string; auth: string; custom_data: unknown }>(
    'SELECT * FROM device WHERE id = $1',
    [id],
  );
  expect(row?.custom_data).toEqual({ note: 'kept to itself' });
  const shown = JSON.stringify([await list(), await getSubscriber(place.full, id), await change(id, { tags: ['a'] })]);
  for (const secret of [row?.endpoint, new URL(row?.endpoint ?? '').pathname, row?.p256dh, row?.auth, 'kept to itself'])
    expect(shown).not.toContain(secret);
});

test('an end user’s device is listed by their external id, whatever its own column says', async () => {
  const theirs = await addEndUserDevice(place.workspaceId, 'customer');
  await query(`UPDATE device SET external_id = 'stale' WHERE id = $1`, [theirs]);
  expect(await getSubscriber(place.full, theirs)).toMatchObject({ externalId: 'customer' });
  expect(await idsOf({ externalId: 'customer' })).toEqual([theirs]);
  expect(await idsOf({ externalId: 'stale' })).toEqual([]);
});

test('status, tags and externalId narrow the list, and together narrow further', async () => {
  const [phone, laptop] = [await addDevice(place.owner), await addDevice(place.viewer)];
  await change(phone, { tags: ['work', 'night'], externalId: 'ops' });
  await change(laptop, { tags: ['work'] });
  await query(`UPDATE device SET status = 'expired' WHERE id = $1`, [laptop]);
  expect(await idsOf({ tags: 'night, other' })).toEqual([phone]);
  expect((await idsOf({ tags: 'work' })).toSorted()).toEqual([phone, laptop].toSorted());
  expect(await idsOf({ tags: 'work', status: 'expired' })).toEqual([laptop]);
  expect(await idsOf({ externalId: 'ops', tags: 'work' })).toEqual([phone]);
  expect(await idsOf({ externalId: 'ops', status: 'expired' })).toEqual([]);
});

test('pages hold every device once while others come and go, also those of one moment', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 7; made++) ids.push(await addDevice(place.owner));
  await query(`UPDATE device SET created_at = date_trunc('minute', nod_now()) WHERE workspace_id = $1`, [
    place.workspaceId,
  ]);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: '2', ...(cursor ? { cursor } : {}) });
    expect(page.hasMore).toBe(page.nextCursor !== undefined);
    seen.push(...page.data.map(({ id }) => id));
    await addDevice(place.owner);
    await query('DELETE FROM device WHERE id = $1', [seen.at(-1)]);
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  expect(new Set(seen).size).toBe(seen.length);
});

test('a full page without more says so', async () => {
  await addDevice(place.owner);
  expect(await list({ limit: '1' })).toMatchObject({ hasMore: false, nextCursor: undefined });
});

test('a removed device is unsubscribed, stays listed, and removing it again is fine', async () => {
  const [id, kept] = [await addDevice(place.owner), await addDevice(place.owner)];
  const removed = await Promise.all([removeSubscriber(place.full, id), removeSubscriber(place.full, id)]);
  expect(removed).toEqual([
    { id, deleted: true },
    { id, deleted: true },
  ]);
  expect(await removeSubscriber(place.full, id)).toEqual({ id, deleted: true });
  expect(await getSubscriber(place.full, id)).toMatchObject({ status: 'unsubscribed' });
  expect(await idsOf({ status: 'unsubscribed' })).toEqual([id]);
  await removeDevice(place.owner, kept);
  expect(await countSubscribers(place.full)).toEqual({ total: 2, active: 0, unsubscribed: 2 });
});

test('the count has expired devices in its total only', async () => {
  const [ended] = [await addDevice(place.owner), await addDevice(place.owner)];
  await addEndUserDevice(place.workspaceId, 'customer');
  await query(`UPDATE device SET status = 'expired' WHERE id = $1`, [ended]);
  expect(await countSubscribers(place.full)).toEqual({ total: 3, active: 2, unsubscribed: 0 });
});

test('what a change leaves out stays; tags are trimmed and each is there once', async () => {
  const id = await addDevice(place.owner);
  await change(id, { tags: [' work', 'work', 'night'], externalId: 'ops' });
  expect(await change(id, {})).toMatchObject({ tags: ['work', 'night'], externalId: 'ops' });
  expect(await change(id, { tags: [] })).toMatchObject({ tags: [], externalId: 'ops' });
});

test('an end user’s device keeps its end user: another external id is refused by name and changes nothing', async () => {
  const theirs = await addEndUserDevice(place.workspaceId, 'customer');
  const other = change(theirs, { externalId: 'somebody else', tags: ['moved'] });
  await expect(other).rejects.toMatchObject({ code: 'invalid_request', issues: [{ field: 'externalId' }] });
  expect(await getSubscriber(place.full, theirs)).toMatchObject({ externalId: 'customer', tags: [] });
  expect(await change(theirs, { externalId: 'customer', tags: ['vip'] })).toMatchObject({ tags: ['vip'] });
});

test('another workspace’s device, an unknown id and nonsense look the same to every call, and stay as they are', async () => {
  const neighbour = await makeWorkspace();
  const theirs = await addDevice(neighbour.owner);
  for (const id of [theirs, newId(), 'sub_unknown', '../x', '\u0000', 'x'.repeat(10_000)]) {
    const missing = { code: 'not_found', message: 'There is no such subscriber.' };
    await expect(getSubscriber(place.full, id)).rejects.toMatchObject(missing);
    await expect(change(id, { tags: ['mine'] })).rejects.toMatchObject(missing);
    await expect(removeSubscriber(place.full, id)).rejects.toMatchObject(missing);
  }
  expect(await getSubscriber(neighbour.full, theirs)).toMatchObject({ status: 'active', tags: [] });
  expect(await list()).toMatchObject({ data: [], hasMore: false });
  expect(await countSubscribers(place.full)).toEqual({ total: 0, active: 0, unsubscribed: 0 });
});

test('a cursor that no list gave is refused by name', async () => {
  await expect(list({ cursor: '%%%' })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ field: 'cursor' }],
  });
});

test.each([
  ['tags', { tags: Array.from({ length: 101 }, (_, at) => `t${at}`) }],
  ['tags[0]', { tags: ['x'.repeat(257)] }],
  ['externalId', { externalId: '\u{1f600}'.repeat(129) }],
  ['customData', { customData: { text: 'x'.repeat(4096) } }],
  ['customData', { customData: { deep: { text: '\u0000' } } }],
  ['customData', { customData: 'text' }],
  ['tag', { tag: ['x'] }],
])('a change with a bad %s is refused by name', async (field, fields) => {
  const id = await addDevice(place.owner);
  await expect((async () => change(id, fields))()).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [expect.objectContaining({ field })],
  });
});
