import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { IssueBoundKey } from '@/lib/contract/bound-key';
import { closeDatabase, query } from '@/lib/db/client';
import { authenticateKey } from '@/lib/keys/authenticate';
import { issueBoundKey, listBoundKeys, revokeBoundKey } from '@/lib/keys/bound';
import { parseOrThrow } from '@/lib/parse';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

const issue = (fields: object = {}) =>
  issueBoundKey(place.full, parseOrThrow(IssueBoundKey, { externalId: 'customer', ...fields }));

test('a bound key speaks for its one end user, until it is revoked', async () => {
  const issued = await issue({ name: 'Support' });
  expect(issued).toMatchObject({ scope: 'bound', boundExternalId: 'customer', expiresAt: null });
  expect(issued.apiKey.startsWith(`${issued.keyPrefix}.`)).toBe(true);
  expect(await authenticateKey(issued.apiKey)).toMatchObject({ keyKind: 'bound', boundTo: { externalId: 'customer' } });
  expect((await listBoundKeys(place.full)).keys).toMatchObject([
    { keyPrefix: issued.keyPrefix, name: 'Support', boundExternalId: 'customer', isActive: true, expiresAt: null },
  ]);
  expect(await revokeBoundKey(place.full, issued.keyPrefix)).toEqual({ keyPrefix: issued.keyPrefix, revoked: true });
  expect(await authenticateKey(issued.apiKey)).toBeUndefined();
  expect((await listBoundKeys(place.full)).keys).toMatchObject([{ isActive: false }]);
});

test('a bound key ends by itself', async () => {
  const { apiKey, expiresAt } = await issue({ expiresInSeconds: 120 });
  expect(new Date(expiresAt ?? '').getTime()).toBeGreaterThan(Date.now());
  await shiftClock(119_000);
  expect(await authenticateKey(apiKey)).toBeDefined();
  await shiftClock(121_000);
  expect(await authenticateKey(apiKey)).toBeUndefined();
  expect((await listBoundKeys(place.full)).keys).toMatchObject([{ isActive: false }]);
});

test.each([
  [1, 60],
  [10 * 365 * 24 * 3600, 365 * 24 * 3600],
])('a life of %i seconds is clamped to %i', async (expiresInSeconds, seconds) => {
  const { expiresAt } = await issue({ expiresInSeconds });
  const life = (new Date(expiresAt ?? '').getTime() - Date.now()) / 1000;
  expect(Math.abs(life - seconds)).toBeLessThan(30);
});

test('a workspace has at most 10 000 live bound keys, however many are made at once', async () => {
  const { keyPrefix } = await issue({ expiresInSeconds: 60 });
  await query(
    `INSERT INTO api_key (id, workspace_id, member_id, bound_end_user_id, kind, name, prefix, secret_hash)
     SELECT gen_random_uuid(), workspace_id, member_id, bound_end_user_id, 'bound', 'n', 'pk_' || md5(n::text || workspace_id::text), secret_hash
       FROM api_key, generate_series(1, 9994) n WHERE prefix = $1`,
    [keyPrefix],
  );
  // There are 9995: five more fit, and nobody is made for a key that does not.
  const made = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => issue({ externalId: `person ${n}` })));
  const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(15);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'limit_reached' });
  expect(await query('SELECT 1 FROM end_user WHERE workspace_id = $1', [place.workspaceId])).toHaveLength(6);
  // One that ran out makes room.
  await shiftClock(61_000);
  await issue();
});

test('a key that is named for a long external id has no half character in its name', async () => {
  await issue({ externalId: `${'a'.repeat(99)}😀${'b'.repeat(100)}` });
  expect((await listBoundKeys(place.full)).keys).toMatchObject([{ name: `${'a'.repeat(99)}😀` }]);
});

test('what is no live bound key here is not revoked: unknown, of another kind, of another workspace, revoked before', async () => {
  const elsewhere = await makeWorkspace();
  const { keyPrefix } = await issue();
  expect(await revokeBoundKey(elsewhere.full, keyPrefix)).toEqual({ keyPrefix, revoked: false });
  await revokeBoundKey(place.full, keyPrefix);
  for (const prefix of [keyPrefix, 'pk_00', '', 'x'.repeat(200)])
    expect(await revokeBoundKey(place.full, prefix)).toEqual({ keyPrefix: prefix, revoked: false });
  expect((await listBoundKeys(elsewhere.full)).keys).toEqual([]);
});

test.each([
  ['externalId', {}],
  ['externalId', { externalId: '' }],
  ['externalId', { externalId: 'x'.repeat(257) }],
  ['expiresInSeconds', { externalId: 'a', expiresInSeconds: 0 }],
  ['expiresInSeconds', { externalId: 'a', expiresInSeconds: 'soon' }],
  ['kind', { externalId: 'a', kind: 'full' }],
])('a bad %s is refused by name', (field, fields) => {
  expect(() => parseOrThrow(IssueBoundKey, fields)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ field })] }),
  );
});
