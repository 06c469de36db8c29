import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, type TestWorkspace } from '../server/workspace';
import { namesOf, type WireClient, wireClient } from './client';
import { createdFields, openDecision, raiseDecisionLimits, readFields } from './decisions';
import { addEndUser, addReachableEndUser } from './people';
import { expectFields, ok } from './shape';

let server: NodServer;
let wire: WireClient;
let home: TestWorkspace;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  home = await firstWorkspace(server.query);
  await raiseDecisionLimits(server.query);
});
test.afterAll(stopEverything);

test('POST /decisions gives what the clients read, with the approval link only when asked for', async () => {
  await addReachableEndUser(server.query, home, 'reachable');
  const reply = await wire.post('/decisions', { question: 'Refund?', externalId: 'reachable', approvalUrl: true });
  expectFields(reply.body, [...createdFields.always, 'approvalUrl'], createdFields.sometimes);
  expect(reply.body).toMatchObject({
    status: 'pending',
    answered: false,
    type: 'confirm',
    question: 'Refund?',
    reachable: true,
    deviceCount: 1,
  });
  const without = await wire.post('/decisions', { question: 'Refund?', externalId: 'reachable' });
  expectFields(without.body, createdFields.always, createdFields.sometimes);
  expect(without.body).not.toHaveProperty('approvalUrl');
  const unreachable = await wire.post('/decisions', { question: 'Refund?', externalId: `nobody ${randomUUID()}` });
  expect(unreachable.body).toMatchObject({ reachable: false, deviceCount: 0 });
});

test('GET /decisions/{id} gives exactly its twelve fields, in every state', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => openDecision(wire, { externalId: 'ada', context: 'x' })));
  await wire.post(`/decisions/${ids[0]}`, { answer: 'yes' });
  await wire.delete(`/decisions/${ids[1]}`);
  for (const id of ids) {
    const body = ok(await wire.get(`/decisions/${id}`));
    expect(namesOf(body)).toEqual(readFields);
    for (const time of [body.createdAt, body.expiresAt]) expect(new Date(String(time)).toISOString()).toBe(time);
  }
});

test('options are null for a confirm and an input, also when they were sent, and kept in order for a select', async () => {
  for (const type of ['confirm', 'input']) {
    const id = await openDecision(wire, { type });
    expect((await wire.get(`/decisions/${id}`)).body.options).toBeNull();
  }
  const options = ['z', 'a', 'M', '2', '10'];
  const id = await openDecision(wire, { type: 'select', options });
  expect((await wire.get(`/decisions/${id}`)).body.options).toEqual(options);
});

test('POST /enroll gives exactly the link of 15 minutes', async () => {
  const body = ok(await wire.post('/enroll', { externalId: 'ada' }));
  expect(namesOf(body)).toEqual(['deepLink', 'expiresInSeconds', 'externalId', 'token', 'universalLink']);
  expect(body).toMatchObject({
    externalId: 'ada',
    expiresInSeconds: 900,
    universalLink: `${server.url}/e/${body.token}`,
  });
  expect(String(body.deepLink)).toContain(String(body.token));
  expect(String(body.token).length).toBeGreaterThanOrEqual(22);
  expect(String(body.token)).toMatch(/^[\w-]+$/);
  const again = ok(await wire.post('/enroll', { externalId: 'ada' }));
  expect(again.token).not.toBe(body.token);
  const kept = await server.query('SELECT 1 FROM one_time_token t WHERE to_jsonb(t)::text LIKE $1', [
    `%${body.token}%`,
  ]);
  expect(kept, 'the token is stored hashed').toEqual([]);
});

test('GET /reachability: push with a device, fallback for a name without one, unreachable without a name', async () => {
  await addReachableEndUser(server.query, home, 'with a device');
  await addEndUser(server.query, home, 'without one');
  const expected: [Record<string, string>, Record<string, unknown>][] = [
    [{ externalId: 'with a device' }, { deliverability: 'push', reachable: true, deviceCount: 1, webEndpoints: 1 }],
    [{ externalId: 'without one' }, { deliverability: 'fallback', reachable: false, deviceCount: 0, webEndpoints: 0 }],
    [{ externalId: 'never seen' }, { deliverability: 'fallback', reachable: false, deviceCount: 0, webEndpoints: 0 }],
    [{ externalId: '' }, { deliverability: 'unreachable', reachable: false, deviceCount: 0 }],
  ];
  for (const [query, told] of expected) {
    const body = ok(await wire.get('/reachability', query));
    expect(namesOf(body)).toEqual([
      'deliverability',
      'deviceCount',
      'externalId',
      'hint',
      'reachable',
      'reachableChannels',
      'webEndpoints',
    ]);
    expect(body).toMatchObject({ ...told, externalId: query.externalId ?? null, hint: expect.any(String) });
  }
  expect(await server.query(`SELECT 1 FROM end_user WHERE external_id = 'never seen'`)).toEqual([]);
});

test('/keys makes a bound key shown once, lists it without its secret, and revokes it', async () => {
  const externalId = `ada ${randomUUID()}`;
  const made = ok(await wire.post('/keys', { externalId, name: 'Ada', expiresInSeconds: 3600 }), 201);
  expect(namesOf(made)).toEqual(['apiKey', 'boundExternalId', 'expiresAt', 'keyPrefix', 'scope']);
  expect(made).toMatchObject({ scope: 'bound', boundExternalId: externalId });
  expect(String(made.apiKey)).toMatch(/^pk_[0-9a-f]+\.[0-9a-f]{32,}$/);
  expect(made.keyPrefix).toBe(String(made.apiKey).split('.')[0]);
  expect(Math.abs(Date.parse(String(made.expiresAt)) - Date.now() - 3_600_000)).toBeLessThan(10_000);
  const forever = ok(await wire.post('/keys', { externalId }), 201);
  expect(forever.expiresAt).toBeNull();
  const list = ok(await wire.get('/keys'));
  expect(namesOf(list)).toEqual(['keys']);
  const item = (list.keys as Record<string, unknown>[]).find(({ keyPrefix }) => keyPrefix === made.keyPrefix);
  expect(namesOf(item)).toEqual([
    'boundExternalId',
    'createdAt',
    'expiresAt',
    'isActive',
    'keyPrefix',
    'lastUsedAt',
    'name',
  ]);
  expect(item).toMatchObject({ name: 'Ada', boundExternalId: externalId, isActive: true, lastUsedAt: null });
  expect(JSON.stringify(list)).not.toContain(String(made.apiKey).split('.')[1]);
  expect((await wire.get('/site', {}, String(made.apiKey))).status).toBe(200);
  const prefix = String(made.keyPrefix);
  expect(ok(await wire.delete(`/keys/${prefix}`))).toEqual({ keyPrefix: prefix, revoked: true });
  expect((await wire.get('/site', {}, String(made.apiKey))).status).toBe(401);
  expect(ok(await wire.delete(`/keys/${prefix}`))).toEqual({ keyPrefix: prefix, revoked: false });
  expect(ok(await wire.delete('/keys/pk_0000000000000000'))).toEqual({
    keyPrefix: 'pk_0000000000000000',
    revoked: false,
  });
});

test('DELETE /keys/{prefix} never revokes the key of the dashboard or of an agent', async () => {
  const agent = await makeKey(server.query, home, 'agent');
  for (const key of [server.apiKey, agent]) {
    const reply = await wire.delete(`/keys/${key.split('.')[0]}`);
    expect([200, 403, 404]).toContain(reply.status);
    if (reply.status === 200) expect(reply.body.revoked).toBe(false);
    expect((await wire.get('/site', {}, key)).status).toBe(200);
  }
});

test('/webhook-secret gives exactly the secret, the same until it is rotated', async () => {
  const first = ok(await wire.get('/webhook-secret'));
  expect(namesOf(first)).toEqual(['webhookSecret']);
  expect(String(first.webhookSecret)).toMatch(/^whsec_[\w+/=-]{22,}$/);
  const all = await Promise.all(Array.from({ length: 10 }, () => wire.get('/webhook-secret')));
  expect(new Set(all.map(({ body }) => body.webhookSecret))).toEqual(new Set([first.webhookSecret]));
  const rotated = ok(await wire.post('/webhook-secret'));
  expect(namesOf(rotated)).toEqual(['webhookSecret']);
  expect(rotated.webhookSecret).not.toBe(first.webhookSecret);
});

test('GET /site says who a key is, for every kind, and never its secret', async () => {
  for (const kind of ['connector', 'agent', 'full', 'sandbox'] as const) {
    const key = await makeKey(server.query, home, kind);
    const reply = await wire.get('/site', {}, key);
    expect(ok(reply)).toBeTruthy();
    expect(reply.text).not.toContain(key.split('.')[1]);
  }
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
