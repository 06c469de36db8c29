import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { replaceWebhookSecret, rotateWebhookSecret, signingSecrets, webhookSecret } from '@/lib/webhooks/secret';
import { insertFirst } from '@/lib/webhooks/secret.sql';

afterAll(() => closeDatabase());

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  place = await makeWorkspace();
});

const rotations = () =>
  query<{ detail: unknown }>(
    `SELECT detail FROM ledger_entry WHERE workspace_id = $1 AND event = 'webhook_secret_rotated' ORDER BY seq`,
    [place.workspaceId],
  );

const unretired = () =>
  query('SELECT id FROM secret WHERE workspace_id = $1 AND retired_at IS NULL', [place.workspaceId]);

test('the secret is made once, whoever asks first and however many at once, and is nobody else’s', async () => {
  const read = await Promise.all(Array.from({ length: 10 }, () => webhookSecret(place.full)));
  const [{ webhookSecret: secret } = { webhookSecret: '' }] = read;
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(new Set(read.map((one) => one.webhookSecret)).size).toBe(1);
  await insertFirst(place.workspaceId, newId(), 'whsec_of-a-process-that-read-before-it-was-made');
  expect(await webhookSecret(place.full)).toEqual({ webhookSecret: secret });
  expect(await webhookSecret((await makeWorkspace()).full)).not.toEqual({ webhookSecret: secret });
});

test('of rotations at once one counts: there is one secret in use, all are told it, and the ledger has one row', async () => {
  const first = await webhookSecret(place.full);
  const told = await Promise.all(Array.from({ length: 8 }, () => rotateWebhookSecret(place.full)));
  // Those that began after one had ended rotate again: each of them has its row, and one secret is in use.
  expect(await unretired()).toHaveLength(1);
  expect(told).toContainEqual(await webhookSecret(place.full));
  expect(told).not.toContainEqual(first);
  expect(await rotations()).toHaveLength(new Set(told.map((one) => one.webhookSecret)).size);
});

test('a page that was opened before another rotation rotates nothing, and the ledger names who did', async () => {
  const [{ id }] = await signingSecrets(place.workspaceId);
  const both = await Promise.all([replaceWebhookSecret(place.owner, id), replaceWebhookSecret(place.owner, id)]);
  expect(both.map(({ rotated }) => rotated).sort()).toEqual([false, true]);
  expect(await replaceWebhookSecret(place.full, id)).toMatchObject({ rotated: false });
  expect(await replaceWebhookSecret(place.owner, newId())).toMatchObject({ rotated: false });
  expect(await rotations()).toEqual([{ detail: { member: place.owner.memberId } }]);
  await rotateWebhookSecret(place.full);
  expect(await rotations()).toContainEqual({ detail: { key: place.full.keyId } });
});

test('an old secret signs beside the new one for 24 hours and not longer', async () => {
  const old = await webhookSecret(place.full);
  const next = await rotateWebhookSecret(place.full);
  const values = async () => (await signingSecrets(place.workspaceId)).map(({ value }) => value);
  expect(await values()).toEqual([next.webhookSecret, old.webhookSecret]);
  await shiftClock(24 * 3_600_000 - 60_000);
  expect(await values()).toEqual([next.webhookSecret, old.webhookSecret]);
  await shiftClock(24 * 3_600_000 + 1000);
  expect(await values()).toEqual([next.webhookSecret]);
});
