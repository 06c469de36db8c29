import { expect, test } from '@playwright/test';
import { call, connect } from '../server/mcp';
import { signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { type PushHarness, startPushHarness } from './harness';
import { waitUntil } from './wait-until';

// What push services do wrong, and what must hold all the same (spec 3.2 and 7.3). One server, a device per test.

let harness: PushHarness;
let server: NodServer;
let cookie: string;

test.beforeAll(async () => {
  harness = await startPushHarness();
  server = await startServer({ env: harness.serverEnvironment });
  cookie = (await signIn(server)).cookie;
});

test.afterAll(async () => {
  await harness.close();
  await stopEverything();
});

test.afterEach(async () => {
  // The next test has one device and no open question.
  await server.query(`UPDATE device SET status = 'unsubscribed'`);
  await server.query(`UPDATE question SET state = 'cancelled', settled_at = nod_now() WHERE state = 'pending'`);
});

const subscribe = (subscription: unknown) =>
  fetch(`${server.url}/api/push/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: server.url },
    body: JSON.stringify(subscription),
  });

async function connectDevice() {
  const { publicKey } = (await (await fetch(`${server.url}/api/push/key`)).json()) as { publicKey: string };
  const device = harness.addVirtualDevice(publicKey);
  expect((await subscribe(device.subscription)).status).toBe(200);
  return device;
}

async function ask(args: Record<string, unknown> = {}) {
  const client = await connect(server.url, server.apiKey);
  try {
    return await call(client, 'ask_user', { question: 'Go on?', wait: false, ...args });
  } finally {
    await client.close();
  }
}

const deliveryOf = async (id: unknown) => {
  const [row] = await server.query<{
    accepted: boolean;
    failed: boolean;
    failure: string | null;
    due: boolean;
    attempts: number;
  }>(
    `SELECT accepted_at IS NOT NULL AS accepted, failed_at IS NOT NULL AS failed, failure, due_at IS NOT NULL AS due, attempts
       FROM delivery WHERE question_id = $1 AND kind = 'question'`,
    [id],
  );
  return row;
};

test('410: the device is marked expired and kept, and the agent is told that nobody was reached', async () => {
  const device = await connectDevice();
  harness.service.expire(device.subscription.endpoint);
  const reply = await ask();
  expect(reply).toMatchObject({
    noDevices: true,
    nextAction: 'ask_in_current_client',
    delivery: { web: 0, mobile: 0 },
  });
  expect(await deliveryOf(reply.correlationId)).toMatchObject({ failed: true, due: false });
  const [row] = await server.query(`SELECT status FROM device WHERE endpoint = $1`, [device.subscription.endpoint]);
  expect(row).toEqual({ status: 'expired' });
});

test('429 and 500: the push is tried again when the service says, and arrives once', async () => {
  const device = await connectDevice();
  harness.service.nextStatus(429, { retryAfter: 1 });
  const reply = await ask();
  expect(reply).toMatchObject({ status: 'pending', nextAction: 'wait_for_answer', delivery: { web: 0, mobile: 0 } });
  expect(await deliveryOf(reply.correlationId)).toMatchObject({ accepted: false, failed: false, due: true });
  await device.waitForPush((text) => text.includes(String(reply.correlationId)));
  await waitUntil('the receipt', async () => (await deliveryOf(reply.correlationId))?.accepted);
  expect(device.received.filter((text) => text.includes('"kind":"question"'))).toHaveLength(1);
  expect(await deliveryOf(reply.correlationId)).toMatchObject({ accepted: true, due: false, attempts: 2 });
});

test('413: sent again without its text', async () => {
  const device = await connectDevice();
  harness.service.nextStatus(413);
  const reply = await ask({ question: 'A question that is too long for this service' });
  expect(reply).toMatchObject({ delivery: { web: 1, mobile: 0 } });
  const sent = JSON.parse(await device.waitForPush(() => true));
  expect(sent).toMatchObject({ kind: 'question', id: reply.correlationId, body: 'Open Nod to read it.' });
});

test('403: a configuration error is logged with the words of the service, not tried again, and the device kept', async () => {
  const device = await connectDevice();
  harness.service.nextStatus(403);
  const reply = await ask();
  expect(await deliveryOf(reply.correlationId)).toMatchObject({ failed: true, due: false, attempts: 1 });
  expect(server.logs()).toContain('a push service refuses this server');
  const [row] = await server.query(`SELECT status FROM device WHERE endpoint = $1`, [device.subscription.endpoint]);
  expect(row).toEqual({ status: 'active' });
});

test('a push service that hangs does not hold the asker, who is told that delivery is going on', async () => {
  await connectDevice();
  harness.service.nextHang();
  const startedAt = Date.now();
  const reply = await ask();
  expect(Date.now() - startedAt).toBeLessThan(4000);
  expect(reply).toMatchObject({ status: 'pending', delivery: { web: 0, mobile: 0, pending: true } });
  harness.service.releaseHung();
});

test('a question carries high urgency, its remaining life as TTL, and a topic that says nothing', async () => {
  const device = await connectDevice();
  const before = harness.service.requests.length;
  const reply = await ask({ machineId: 'm', actionBody: 'ls', toolName: 'Bash', question: 'Topic?' });
  await device.waitForPush(() => true);
  const request = harness.service.requests[before];
  expect(request).toMatchObject({ urgency: 'high', status: 201 });
  expect(Number(request?.ttl)).toBeGreaterThan(590);
  expect(Number(request?.ttl)).toBeLessThanOrEqual(600);
  expect(request?.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(String(request?.topic)).not.toContain(String(reply.correlationId).slice(0, 8));
});

test('push endpoints on private addresses, over http or with a user name are refused and nothing is stored', async () => {
  const { keys } = harness.addVirtualDevice().subscription;
  const endpoints = [
    'https://10.0.0.1/push',
    'https://192.168.1.1/push',
    'https://[::1]/push',
    'https://[::ffff:10.0.0.1]/push',
    'https://2130706433/push',
    'https://0x7f.1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost:1/push',
    'https://router.local/push',
    'http://fcm.googleapis.com/push',
    'https://user@fcm.googleapis.com/push',
    'ftp://fcm.googleapis.com/push',
    'nonsense',
  ];
  for (const endpoint of endpoints) {
    const response = await subscribe({ endpoint, keys });
    expect(response.status, endpoint).toBe(400);
    expect(await response.json(), endpoint).toMatchObject({ code: 'invalid_request', issues: [{ field: 'endpoint' }] });
  }
  const [row] = await server.query(`SELECT count(*)::int AS stored FROM device WHERE endpoint = ANY ($1)`, [endpoints]);
  expect(row).toEqual({ stored: 0 });
});

test('a viewer’s device gets the question without a token and without buttons', async () => {
  const device = await connectDevice();
  // Somebody else's key asks: that of a viewer no longer works.
  await server.query(
    `WITH other AS (INSERT INTO person (id, email) VALUES (gen_random_uuid(), 'other@example.test') RETURNING id),
     joined AS (INSERT INTO member (id, workspace_id, person_id, role) SELECT gen_random_uuid(), (SELECT id FROM workspace), id, 'owner' FROM other RETURNING id)
     UPDATE api_key SET member_id = joined.id FROM joined`,
  );
  await server.query(`UPDATE member SET role = 'viewer' WHERE id IN (SELECT member_id FROM device)`);
  try {
    const reply = await ask();
    const sent = JSON.parse(await device.waitForPush((text) => text.includes(String(reply.correlationId))));
    expect(sent.token).toBeUndefined();
    expect(sent.actions).toEqual([]);
  } finally {
    await server.query(`UPDATE member SET role = 'owner'`);
  }
});

test('a server that died between storing and sending: the push goes out after the restart', async () => {
  const device = await connectDevice();
  harness.service.nextHang();
  const reply = await ask();
  await server.kill9();
  harness.service.releaseHung();
  // The lease of the process that died is over.
  await server.query(`UPDATE delivery SET due_at = nod_now() WHERE question_id = $1`, [reply.correlationId]);
  server = await startServer({ dataDirectory: server.dataDirectory, env: harness.serverEnvironment });
  await device.waitForPush((text) => text.includes(String(reply.correlationId)));
  await waitUntil('the receipt', async () => (await deliveryOf(reply.correlationId))?.accepted);
});
