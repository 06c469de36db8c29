import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { reachability } from '@/lib/end-users/reachability';
import { addBoundKey, addEndUser, addEndUserDevice } from '@/lib/testing/end-users';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;

beforeAll(async () => {
  place = await makeWorkspace();
  await addEndUser(place.workspaceId, 'named');
  await addEndUserDevice(place.workspaceId, 'reached');
  await addEndUserDevice(place.workspaceId, 'reached');
  const off = await addEndUserDevice(place.workspaceId, 'off');
  await query(`UPDATE device SET status = 'unsubscribed' WHERE id = $1`, [off]);
  await addEndUserDevice((await makeWorkspace()).workspaceId, 'foreign');
});

afterAll(() => closeDatabase());

const nobody = { reachable: false, reachableChannels: 0, deviceCount: 0, webEndpoints: 0 };

test.each([
  ['reached', { deliverability: 'push', reachable: true, reachableChannels: 1, deviceCount: 2, webEndpoints: 2 }],
  ['named', { deliverability: 'fallback', ...nobody }],
  ['off', { deliverability: 'fallback', ...nobody }],
  ['never seen', { deliverability: 'fallback', ...nobody }],
  ['foreign', { deliverability: 'fallback', ...nobody }],
  ['', { deliverability: 'unreachable', ...nobody }],
  [undefined, { deliverability: 'unreachable', ...nobody }],
])('of %s the server says what it can do', async (externalId, said) => {
  expect(await reachability(place.full, externalId)).toEqual({
    externalId: externalId ?? '',
    hint: expect.any(String),
    ...said,
  });
});

test('asking makes nobody known, and the unknown look like the foreign', async () => {
  const count = () => query('SELECT count(*) FROM end_user');
  const before = await count();
  const { externalId: _unknown, ...unknown } = await reachability(place.full, 'never seen');
  const { externalId: _foreign, ...foreign } = await reachability(place.full, 'foreign');
  expect(unknown).toEqual(foreign);
  expect(await count()).toEqual(before);
});

test('a bound key is told of its own end user, also without a name, and of no other', async () => {
  const bound = await addBoundKey(place.owner, 'reached');
  expect(await reachability(bound, undefined)).toMatchObject({ externalId: 'reached', deliverability: 'push' });
  await expect(reachability(bound, 'named')).rejects.toMatchObject({ code: 'forbidden' });
});
