import '@/lib/testing/allow-private-callbacks';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { deliverDueWebhooks } from '@/lib/due/webhooks';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { closeReceivers, leaseMs, messageOf, owe, receiver, roomy } from '@/lib/testing/webhooks';
import { claimDueMessages } from '@/lib/webhooks/outbox.sql';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  await query('DELETE FROM outbox_message');
  place = await makeWorkspace();
});
afterEach(closeReceivers);
afterAll(() => closeDatabase());

test('of several processes one gets each message', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => owe(place.workspaceId, 'http://127.0.0.1:1/')));
  // So slow that each process looks while another is still claiming.
  await query(
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END'`,
  );
  await query('CREATE TRIGGER slow BEFORE UPDATE ON outbox_message FOR EACH ROW EXECUTE FUNCTION slow()');
  const claims = await Promise.all(Array.from({ length: 5 }, () => claimDueMessages(roomy, leaseMs)));
  await query('DROP FUNCTION slow CASCADE');
  const claimed = claims.flatMap((claim) => claim.map(({ id }) => id));
  expect(claimed.sort()).toEqual(ids.sort());
});

test('a receiver that hangs holds up four messages of its own and no others, and no try of those in line is counted', async () => {
  const hanging = await receiver(() => {});
  const prompt = await receiver();
  const stuck = await Promise.all(Array.from({ length: 60 }, () => owe(place.workspaceId, hanging.url)));
  await deliverDueWebhooks();
  await expect.poll(() => hanging.received.length).toBe(4);
  const id = await owe((await makeWorkspace()).workspaceId, prompt.url);
  for (let look = 0; look < 3; look++) await deliverDueWebhooks();
  await expect.poll(async () => (await messageOf(id)).is_delivered).toBe(true);
  const rows = await Promise.all(stuck.map(messageOf));
  const underWay = rows.filter(({ attempts }) => attempts === 1);
  expect(underWay).toHaveLength(4);
  // Longer than a try may take, and soon enough when this process dies over it.
  for (const { due_in_ms: leftMs } of underWay) expect(leftMs).toSatisfy((ms: number) => ms > 30_000 && ms <= 60_000);
  expect(
    rows.filter(({ attempts, due_in_ms: dueInMs }) => attempts === 0 && dueInMs !== null && dueInMs <= 1000),
  ).toHaveLength(56);
  expect(hanging.received).toHaveLength(4);
});

test('one workspace with many receivers that hang leaves room for others', async () => {
  const hanging = await Promise.all(Array.from({ length: 6 }, () => receiver(() => {})));
  for (const { url } of hanging) for (let one = 0; one < 4; one++) await owe(place.workspaceId, url);
  await deliverDueWebhooks();
  const started = () => hanging.reduce((sum, { received }) => sum + received.length, 0);
  await expect.poll(started).toBe(16);
  const prompt = await receiver();
  const id = await owe((await makeWorkspace()).workspaceId, prompt.url);
  await deliverDueWebhooks();
  await expect.poll(async () => (await messageOf(id)).is_delivered).toBe(true);
  expect(started()).toBe(16);
});

test('workspaces whose receivers all hang leave room for one that has a single message, however many they owe', async () => {
  const noisy = await Promise.all([makeWorkspace(), makeWorkspace(), makeWorkspace()]);
  for (const { workspaceId } of noisy) {
    const hanging = await Promise.all(Array.from({ length: 6 }, () => receiver(() => {})));
    for (const { url } of hanging) for (let one = 0; one < 20; one++) await owe(workspaceId, url);
  }
  for (let look = 0; look < 3; look++) await deliverDueWebhooks();
  const prompt = await receiver();
  const id = await owe(place.workspaceId, prompt.url);
  await deliverDueWebhooks();
  await expect.poll(async () => (await messageOf(id)).is_delivered).toBe(true);
});

test('inside a workspace a receiver that hangs does not hold up another', async () => {
  const [hanging, prompt] = [await receiver(() => {}), await receiver()];
  for (let one = 0; one < 200; one++) await owe(place.workspaceId, hanging.url);
  const id = await owe(place.workspaceId, prompt.url);
  await deliverDueWebhooks();
  await expect.poll(async () => (await messageOf(id)).is_delivered).toBe(true);
  expect(hanging.received.length).toBeLessThanOrEqual(4);
});
