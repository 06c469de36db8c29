import { beforeEach, expect, test } from 'vitest';
import { query } from '@/lib/db/client';
import { authenticateKey } from '@/lib/keys/authenticate';
import { createKey, type NewKey } from '@/lib/keys/create';
import { listKeys, revokeKey } from '@/lib/keys/manage';
import { rotateKey } from '@/lib/keys/rotate';
import { addReminder, reminderState } from '@/lib/testing/fill-workspace';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
let key: NewKey;

beforeEach(async () => {
  place = await makeWorkspace();
  key = await createKey(place.owner, { name: 'laptop' });
});

test('a rotated key is the same key with another secret: the old one is dead at once, reminders stay', async () => {
  const reminder = await addReminder(place, key.id);
  const before = await authenticateKey(key.apiKey);
  const { apiKey } = await rotateKey(place.owner, key.id);
  expect(await authenticateKey(key.apiKey)).toBeUndefined();
  expect(await authenticateKey(apiKey)).toEqual(before);
  expect(await reminderState(reminder)).toMatchObject({ status: 'scheduled', due: true });
  expect(JSON.stringify(await query('SELECT * FROM api_key'))).not.toContain(apiKey.split('.')[1]);
});

test('a revoked key’s reminders are cancelled with it, those of other keys are not', async () => {
  const [mine, others] = [await addReminder(place, key.id), await addReminder(place)];
  await revokeKey(place.owner, key.id);
  expect(await authenticateKey(key.apiKey)).toBeUndefined();
  expect(await reminderState(mine)).toEqual({ status: 'cancelled', reason: 'key_revoked', due: false, settled: true });
  expect(await reminderState(others)).toMatchObject({ status: 'scheduled', reason: null });
});

test('a reminder that is settled already stays as it was when its key ends', async () => {
  const reminder = await addReminder(place, key.id);
  await query(`UPDATE reminder SET status = 'dispatched', settled_at = nod_now(), due_at = NULL WHERE id = $1`, [
    reminder,
  ]);
  await revokeKey(place.owner, key.id);
  expect(await reminderState(reminder)).toMatchObject({ status: 'dispatched', reason: null });
});

test('members rotate their own keys, owners any, viewers and strangers none; a revoked key stays dead', async () => {
  const member = await addMember(place.workspaceId, 'member');
  const theirs = await createKey(member, { name: 'theirs' });
  const notTheirs = { code: 'not_found' };
  await expect(rotateKey(member, key.id)).rejects.toMatchObject(notTheirs);
  await expect(rotateKey(place.viewer, key.id)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(rotateKey((await makeWorkspace()).owner, key.id)).rejects.toMatchObject(notTheirs);
  await rotateKey(member, theirs.id);
  await rotateKey(place.owner, theirs.id);
  const mayRotate = async (actor: typeof member) =>
    Object.fromEntries((await listKeys(actor)).map(({ id, mayRotate: may }) => [id, may]));
  expect(await mayRotate(member)).toMatchObject({ [theirs.id]: true, [key.id]: false });
  expect(await mayRotate(place.owner)).toMatchObject({ [theirs.id]: true, [key.id]: true });
  await revokeKey(place.owner, key.id);
  await expect(rotateKey(place.owner, key.id)).rejects.toMatchObject(notTheirs);
  expect(await authenticateKey(key.apiKey)).toBeUndefined();
});

test('of two rotations at once one key works in the end, and it is one that was shown', async () => {
  const made = await Promise.all([rotateKey(place.owner, key.id), rotateKey(place.owner, key.id)]);
  const live = (await Promise.all(made.map(({ apiKey }) => authenticateKey(apiKey)))).filter(Boolean);
  expect(live).toHaveLength(1);
});
