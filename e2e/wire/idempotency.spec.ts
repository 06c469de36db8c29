import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { countStored, firstWorkspace, type TestWorkspace } from '../server/workspace';
import { type WireClient, wireClient } from './client';
import { idIn, raiseDecisionLimits } from './decisions';
import { addReachableEndUser } from './people';

let server: NodServer;
let wire: WireClient;
let home: TestWorkspace;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  home = await firstWorkspace(server.query);
  await raiseDecisionLimits(server.query);
  await addReachableEndUser(server.query, home, 'ada');
});
test.afterAll(stopEverything);

/** A body that sets every field, so that each can be changed. */
const fullBody = () => ({
  question: 'Refund?',
  type: 'select',
  options: ['Refund', 'Keep'],
  externalId: 'ada',
  email: 'ada@example.com',
  callbackUrl: 'https://hooks.example.com/nod?run=1',
  agentName: 'Billing',
  placeholder: 'Why',
  context: 'run 1',
  expiresInSeconds: 600,
  toolName: 'refund.create',
  toolTarget: 'order 7',
  actor: 'user:1',
  environment: 'production',
  parameters: { amount: 4800, currency: 'EUR' },
  presentation: {
    label: 'Refund',
    effect: 'Money goes back.',
    changes: [{ parameter: 'amount', label: 'Amount', format: { kind: 'currency', currency: 'EUR' } }],
  },
  approvalUrl: false,
  poweredBy: true,
  requireReachable: false,
  idempotencyKey: `key ${randomUUID()}`,
});

/** For each field another value than the one above. */
const changes: Record<string, unknown> = {
  question: 'Refund it?',
  type: 'confirm',
  options: ['Keep', 'Refund'],
  externalId: 'bob',
  email: 'bob@example.com',
  callbackUrl: 'https://hooks.example.com/nod?run=2',
  agentName: 'Sales',
  placeholder: 'How',
  context: 'run 2',
  expiresInSeconds: 601,
  toolName: 'refund.cancel',
  toolTarget: 'order 8',
  actor: 'user:2',
  environment: 'staging',
  parameters: { amount: 4801, currency: 'EUR' },
  presentation: { label: 'Refund', effect: 'Money is gone.' },
  approvalUrl: true,
  poweredBy: false,
  requireReachable: true,
};

const rowsOf = async (id: string) => {
  const [row] = await server.query<{ pushes: number; asked: number }>(
    `SELECT (SELECT count(*) FROM delivery WHERE question_id = $1)::int AS pushes,
            (SELECT count(*) FROM ledger_entry WHERE subject_id = $1)::int AS asked`,
    [id],
  );
  return row;
};

test('50 creates at once with one key: one decision, one push plan, one entry in the ledger', async () => {
  const { questions } = await countStored(server.query);
  const body = fullBody();
  const replies = await Promise.all(Array.from({ length: 50 }, () => wire.post('/decisions', body)));
  const ids = new Set(replies.map(idIn));
  expect(ids.size).toBe(1);
  expect(replies.filter((reply) => reply.body.idempotent !== true)).toHaveLength(1);
  expect((await countStored(server.query)).questions).toBe((questions ?? 0) + 1);
  expect(await rowsOf([...ids][0] ?? '')).toEqual({ pushes: 1, asked: 1 });
});

test('the same key with the same body finds the same decision, as idempotent', async () => {
  const body = fullBody();
  const first = await wire.post('/decisions', body);
  expect(first.body.idempotent ?? false).toBe(false);
  const again = await wire.post('/decisions', body);
  expect(again.body).toMatchObject({ decisionId: idIn(first), idempotent: true, status: 'pending', answered: false });
  expect(await rowsOf(idIn(first))).toMatchObject({ pushes: 1 });
});

for (const [field, value] of Object.entries(changes)) {
  test(`the same key with another ${field} is 409 idempotency_conflict, and nothing is sent`, async () => {
    const body = fullBody();
    const id = idIn(await wire.post('/decisions', body));
    const before = await countStored(server.query);
    for (const other of [
      { ...body, [field]: value },
      { ...body, [field]: undefined },
    ]) {
      // Without this field the body would mean the same, or be refused for another reason.
      const meansAnother = other[field as keyof typeof other] !== undefined || !(field in sameWithout);
      const reply = await wire.post('/decisions', other);
      if (!meansAnother) continue;
      expect(reply.status, reply.text).toBe(409);
      expect(reply.body.code).toBe('idempotency_conflict');
      expect(reply.text, 'names nothing of the other').not.toContain(id);
    }
    expect(await countStored(server.query)).toEqual(before);
    expect(await rowsOf(id)).toMatchObject({ pushes: 1 });
  });
}

/** Leaving these out says what the body says anyway, or names a fault before the key is looked at. */
const sameWithout = {
  question: 'is required',
  options: 'are required by the type',
  parameters: 'are required by the presentation',
  approvalUrl: 'false',
  poweredBy: 'true',
  requireReachable: 'false',
};

test('wait and timeoutSeconds are about the call, not about the decision', async () => {
  const body = fullBody();
  const id = idIn(await wire.post('/decisions', body));
  for (const call of [{ wait: false }, { wait: true, timeoutSeconds: 0 }, { wait: false, timeoutSeconds: 55 }])
    expect(idIn(await wire.post('/decisions', { ...body, ...call }))).toBe(id);
});

test('after its answer the same call gets the answer, and nobody is asked again', async () => {
  const body = fullBody();
  const id = idIn(await wire.post('/decisions', body));
  expect((await wire.post(`/decisions/${id}`, { answer: 'Keep' })).status).toBe(200);
  const { pushes } = (await rowsOf(id)) ?? {};
  for (const call of [{}, { wait: true, timeoutSeconds: 55 }]) {
    const { body: again } = await wire.post('/decisions', { ...body, ...call });
    expect(again).toMatchObject({
      decisionId: id,
      idempotent: true,
      status: 'answered',
      answered: true,
      value: 'Keep',
    });
  }
  expect(await rowsOf(id)).toMatchObject({ pushes });
});

test('after it was cancelled the same call finds it cancelled', async () => {
  const body = fullBody();
  const id = idIn(await wire.post('/decisions', body));
  await wire.delete(`/decisions/${id}`);
  const { body: again } = await wire.post('/decisions', body);
  expect(again).toMatchObject({ decisionId: id, idempotent: true, status: 'cancelled', answered: false });
  expect(again).not.toHaveProperty('value');
});

test('a key of 200 characters is taken, one of 201 is refused by name', async () => {
  const longest = `${randomUUID()}${'k'.repeat(164)}`;
  idIn(await wire.post('/decisions', { question: 'Long?', idempotencyKey: longest }));
  const over = await wire.post('/decisions', { question: 'Longer?', idempotencyKey: `${longest}k` });
  expect(over.status).toBe(400);
  expect(over.body.message).toContain('idempotencyKey');
});

test('without a key two equal creates are two decisions', async () => {
  const { idempotencyKey, ...body } = fullBody();
  expect(idempotencyKey).toBeTruthy();
  const [one, two] = [await wire.post('/decisions', body), await wire.post('/decisions', body)];
  expect(idIn(one)).not.toBe(idIn(two));
});

test('requireReachable with nobody enrolled is 409 unreachable, and nothing is stored', async () => {
  const before = await countStored(server.query);
  const externalId = `nobody ${randomUUID()}`;
  const body = { question: 'Anybody?', externalId, requireReachable: true, idempotencyKey: randomUUID() };
  for (const call of [body, { ...body, wait: true, timeoutSeconds: 55 }]) {
    const reply = await wire.post('/decisions', call);
    expect(reply.status, reply.text).toBe(409);
    expect(reply.body).toMatchObject({ code: 'unreachable', hint: expect.any(String) });
  }
  expect((await wire.get('/decisions', { externalId })).body).toEqual({ decisions: [], nextCursor: null });
  expect(await server.query('SELECT 1 FROM end_user WHERE external_id = $1', [externalId])).toEqual([]);
  expect(await countStored(server.query)).toEqual(before);
  await addReachableEndUser(server.query, home, externalId);
  const now = await wire.post('/decisions', body);
  expect(now.body, 'the key is still free').toMatchObject({ reachable: true, deviceCount: 1 });
});

test('requireReachable with nobody named is 409 unreachable too', async () => {
  const reply = await wire.post('/decisions', { question: 'Whom?', requireReachable: true });
  expect([400, 409], reply.text).toContain(reply.status);
});

test('the same idempotencyKey on /send sends once and says duplicate', async () => {
  const body = { title: 'Done', body: 'All of it.', idempotencyKey: randomUUID() };
  const replies = await Promise.all(Array.from({ length: 10 }, () => wire.post('/send', body)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect(replies.filter((reply) => reply.body.duplicate !== true)).toHaveLength(1);
  const [stored] = await server.query<{ count: number }>(
    'SELECT count(*)::int FROM notification WHERE idempotency_key = $1',
    [body.idempotencyKey],
  );
  expect(stored?.count).toBe(1);
  const other = await wire.post('/send', { ...body, title: 'Not done' });
  expect(other.status, other.text).toBe(409);
  expect(other.body.code).toBe('idempotency_conflict');
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
