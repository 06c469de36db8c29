import { expect, test } from '@playwright/test';
import { type PushHarness, startPushHarness } from '../push/harness';
import type { VirtualDevice } from '../push/virtual-device';
import { waitUntil } from '../push/wait-until';
import { rawCall } from '../server/mcp';
import { signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, revokeKey } from '../server/workspace';

let harness: PushHarness;
let server: NodServer;
let device: VirtualDevice;

test.beforeAll(async () => {
  harness = await startPushHarness();
  server = await startServer({ env: harness.serverEnvironment });
  const { publicKey } = (await (await fetch(`${server.url}/api/push/key`)).json()) as { publicKey: string };
  device = harness.addVirtualDevice(publicKey);
  const { cookie } = await signIn(server);
  const subscribed = await fetch(`${server.url}/api/push/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: server.url },
    body: JSON.stringify(device.subscription),
  });
  expect(subscribed.status).toBe(200);
});
test.afterAll(async () => {
  await harness.close();
  await stopEverything();
});

async function leave(body: string, key = server.apiKey): Promise<string> {
  const { structured } = await rawCall(server.url, 'schedule_reminder', { body, inMinutes: 5 }, { key });
  const { id } = structured.reminder as { id: string };
  return id;
}

const fetched = async (id: string, key = server.apiKey) => {
  const { structured } = await rawCall(server.url, 'schedule_reminder', { reminderId: id }, { key });
  return structured as { reminder: { status: string; reason?: string }; delivery: Record<string, number> };
};

/** Makes so many minutes pass on the clock that decides; the loops are told. */
async function pass(minutes: number): Promise<void> {
  await server.query(
    'INSERT INTO clock_offset (id, offset_ms) VALUES (true, $1) ON CONFLICT (id) DO UPDATE SET offset_ms = clock_offset.offset_ms + $1',
    [minutes * 60_000],
  );
  await server.query(`SELECT pg_notify('nod', '{"event":"clock"}')`);
}

const settled = (id: string) =>
  waitUntil('the reminder to be settled', async () => {
    const { reminder } = await fetched(id);
    return reminder.status === 'scheduled' || reminder.status === 'firing' ? undefined : reminder;
  });
const pushesWith = (text: string) => device.received.filter((push) => push.includes(text));
const deliveriesOf = (id: string) => server.query('SELECT 1 FROM delivery WHERE reminder_id = $1', [id]);

test('a reminder that comes due while the server is down is delivered once after the start', async () => {
  const id = await leave('Look at the deployment.');
  // Leaves PostgreSQL running, so that its clock can be moved while no server is there.
  await server.kill9();
  await pass(10);
  expect(pushesWith('Look at the deployment.')).toEqual([]);
  server = await startServer({ dataDirectory: server.dataDirectory, env: harness.serverEnvironment });
  expect(await settled(id)).toMatchObject({ status: 'dispatched' });
  await device.waitForPush((text) => text.includes('Look at the deployment.'));
  const [push] = pushesWith('Look at the deployment.').map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(push).toMatchObject({ kind: 'reminder', id, tag: `reminder-${id}`, url: `${server.url}/reminders` });
  expect(await deliveriesOf(id)).toHaveLength(1);
});

test('three processes on one database, 24 reminders due at once: each is delivered once', async () => {
  const others = await Promise.all(
    [1, 2].map(() => startServer({ databaseUrl: server.databaseUrl, env: harness.serverEnvironment })),
  );
  const bodies = Array.from({ length: 24 }, (_, index) => `Number ${index} of many.`);
  const ids = await Promise.all(bodies.map((body) => leave(body)));
  await pass(6);
  for (const id of ids) expect(await settled(id)).toMatchObject({ status: 'dispatched' });
  for (const body of bodies) {
    await device.waitForPush((text) => text.includes(body));
    expect(pushesWith(body), body).toHaveLength(1);
  }
  for (const id of ids) expect(await deliveriesOf(id)).toHaveLength(1);
  await Promise.all(others.map((other) => other.stop()));
});

test('a reminder of a key that was revoked is cancelled when it is due, and nobody gets it', async () => {
  const key = await makeKey(server.query, await firstWorkspace(server.query), 'agent');
  const id = await leave('Nobody should see this.', key);
  await revokeKey(server.query, key);
  await pass(6);
  expect(await settled(id)).toMatchObject({ status: 'cancelled', reason: 'key_revoked' });
  expect(await deliveriesOf(id)).toEqual([]);
  expect(pushesWith('Nobody should see this.')).toEqual([]);
});

test('a push service that answers 503 first gets it again, and it counts as dispatched then', async () => {
  const id = await leave('Try again.');
  harness.service.nextStatus(503);
  await pass(6);
  await device.waitForPush((text) => text.includes('Try again.'), 20_000);
  expect(await settled(id)).toMatchObject({ status: 'dispatched' });
  expect((await fetched(id)).delivery).toMatchObject({ sent: 1, pending: 0, failed: 0 });
});

test('REST takes the same calls: an empty body lists, unknown fields are refused by name, a lost id is 404', async () => {
  const call = (method: string, query = '', body?: string) =>
    fetch(`${server.url}/api/v1/server/reminders${query}`, {
      method,
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body,
    });
  const json = async (response: Promise<Response>) => {
    const got = await response;
    return { status: got.status, body: (await got.json()) as Record<string, unknown> };
  };
  const left = await json(call('POST', '', JSON.stringify({ body: 'By REST.', inMinutes: 5, requestId: 'rest' })));
  expect(left).toMatchObject({ status: 200, body: { reminder: { body: 'By REST.', status: 'scheduled' } } });
  const { id } = left.body.reminder as { id: string };
  for (const listed of [await json(call('GET')), await json(call('POST')), await json(call('POST', '', '{}'))])
    expect(listed).toMatchObject({ status: 200, body: { pending: [{ id }] } });
  expect(await json(call('GET', `?reminderId=${id}`))).toMatchObject({ body: { reminder: { id }, delivery: {} } });
  const typo = await json(call('POST', '', JSON.stringify({ body: 'x', inMinute: 5 })));
  expect(typo).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(String(typo.body.message)).toContain('inMinute');
  expect(await json(call('GET', '?reminder=1'))).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(await json(call('GET', '?reminderId=lost'))).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const cancelled = await json(call('POST', '', JSON.stringify({ cancelReminderId: id })));
  expect(cancelled).toMatchObject({ status: 200, body: { cancelled: true, pending: [] } });
});
