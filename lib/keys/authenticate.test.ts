import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, openDatabase, query } from '@/lib/db/client';
import { env } from '@/lib/env';
import { authenticateKey, bearerOf } from '@/lib/keys/authenticate';
import { createKey, type NewKey } from '@/lib/keys/create';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
let key: NewKey;

beforeAll(async () => {
  place = await makeWorkspace();
});

beforeEach(async () => {
  key = await createKey(place.owner, { name: 'laptop', kind: 'agent' });
});

afterEach(() => shiftClock(0));

afterAll(() => closeDatabase());

test('a live key is the key that was made, in its workspace, by its maker', async () => {
  expect(await authenticateKey(key.apiKey)).toEqual({
    by: 'key',
    workspaceId: place.workspaceId,
    workspaceSuspended: false,
    keyId: key.id,
    keyKind: 'agent',
    keyName: 'laptop',
    memberId: place.owner.memberId,
  });
});

test('the secret is stored nowhere, has 128 bits at least, and no two keys are alike', async () => {
  const secret = key.apiKey.split('.')[1] ?? '';
  expect(secret.length * 4).toBeGreaterThanOrEqual(128);
  const [row] = await query('SELECT row_to_json(api_key)::text AS text FROM api_key WHERE id = $1', [key.id]);
  expect(row?.text).not.toContain(secret);
  const others = await Promise.all(Array.from({ length: 20 }, () => createKey(place.owner, { name: 'n' })));
  expect(new Set(others.map(({ apiKey }) => apiKey)).size).toBe(20);
});

test('a revoked, an expired, and a removed member’s key are nobody', async () => {
  await query('UPDATE api_key SET revoked_at = nod_now() WHERE id = $1', [key.id]);
  expect(await authenticateKey(key.apiKey)).toBeUndefined();

  const short = await createKey(place.owner, { name: 'short' });
  await query(`UPDATE api_key SET expires_at = nod_now() + interval '1 hour' WHERE id = $1`, [short.id]);
  expect(await authenticateKey(short.apiKey)).toMatchObject({ keyId: short.id });
  await shiftClock(3_600_001);
  expect(await authenticateKey(short.apiKey)).toBeUndefined();

  const colleague = await addMember(place.workspaceId, 'member');
  const theirs = await createKey(colleague, { name: 'theirs' });
  await query('UPDATE member SET removed_at = nod_now() WHERE id = $1', [colleague.memberId]);
  expect(await authenticateKey(theirs.apiKey)).toBeUndefined();
});

test('a wrong secret, another key’s secret and anything that is no key are nobody', async () => {
  const other = await createKey(place.owner, { name: 'other' });
  const [prefix = '', secret = ''] = key.apiKey.split('.');
  const flipped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
  const wrong = [
    undefined,
    '',
    'pk_',
    prefix,
    `${prefix}.`,
    `.${secret}`,
    `${prefix}.${flipped}`,
    `${prefix}.${other.apiKey.split('.')[1]}`,
    `${key.apiKey} `,
    key.apiKey.toUpperCase(),
    `${key.apiKey}0`,
    `pk_${'0'.repeat(16)}.${secret}`,
    `${prefix}.${secret}\u0000`,
    `${prefix}' OR true --.${secret}`,
  ];
  for (const presented of wrong) expect(await authenticateKey(presented), presented).toBeUndefined();
});

test('a suspended workspace’s key still says who it is, and that it is suspended', async () => {
  const suspended = await makeWorkspace();
  const { apiKey } = await createKey(suspended.owner, { name: 'n' });
  await query('UPDATE workspace SET suspended_at = nod_now() WHERE id = $1', [suspended.workspaceId]);
  expect(await authenticateKey(apiKey)).toMatchObject({ workspaceSuspended: true });
});

test('the last use is noted, once in a minute', async () => {
  const lastUse = async () =>
    (await query('SELECT last_used_at FROM api_key WHERE id = $1', [key.id]))[0]?.last_used_at;
  await authenticateKey(key.apiKey);
  await expect.poll(lastUse, { interval: 5, timeout: 4000 }).not.toBeNull();
  const first = await lastUse();
  await authenticateKey(key.apiKey);
  await shiftClock(61_000);
  expect(await lastUse()).toEqual(first);
  await authenticateKey(key.apiKey);
  await expect.poll(lastUse, { interval: 5, timeout: 4000 }).not.toEqual(first);
});

test('a viewer cannot make a key', async () => {
  await expect(createKey(place.viewer, { name: 'n' })).rejects.toMatchObject({ code: 'forbidden' });
});

test('a database that cannot be reached is an error, never a bad key', async () => {
  await closeDatabase();
  openDatabase({ host: '/nowhere', database: 'none' });
  await expect(authenticateKey(key.apiKey)).rejects.toThrow();
  // What is no key needs no database to be refused.
  expect(await authenticateKey('nonsense')).toBeUndefined();
  await closeDatabase();
  openDatabase({ connectionString: env().databaseUrl });
});

test('a bearer header gives its key; anything else gives none', () => {
  expect(bearerOf('Bearer abc')).toBe('abc');
  expect(bearerOf('bearer   abc')).toBe('abc');
  for (const header of [null, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'abc', ' Bearer abc'])
    expect(bearerOf(header), String(header)).toBeUndefined();
});
