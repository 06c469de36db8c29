import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { shiftClock } from '../pages/clock';
import { waitUntil } from '../push/wait-until';
import { quietly } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, type TestWorkspace } from '../server/workspace';
import { type WireClient, wireClient } from './client';
import { openDecision, raiseDecisionLimits } from './decisions';
import { addReachableEndUser, makeBoundKey } from './people';
import { hmac, type Receiver, startReceiver } from './receiver';

let server: NodServer;
let wire: WireClient;
let home: TestWorkspace;
let receiver: Receiver;
let sandbox: string;
let elapsedMs = 0;

test.beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({ env: { NOD_ALLOW_PRIVATE_CALLBACKS: '1' } });
  wire = wireClient(server);
  home = await firstWorkspace(server.query);
  sandbox = await makeKey(server.query, home, 'sandbox');
  await raiseDecisionLimits(server.query);
  await addReachableEndUser(server.query, home, 'ada');
});
test.afterAll(async () => {
  await stopEverything();
  receiver.close();
});

/** Lets the time pass without waiting for it. */
const letPass = (ms: number) => {
  elapsedMs += ms;
  return shiftClock(server.query, elapsedMs);
};

const kinds: Record<string, Record<string, unknown>> = {
  confirm: { type: 'confirm' },
  select: { type: 'select', options: ['Refund', 'Keep'] },
  input: { type: 'input' },
};

for (const [type, fields] of Object.entries(kinds)) {
  for (const sandboxOutcome of ['approve', 'deny']) {
    test(`a sandbox key's ${type} is answered after 1 s as ${sandboxOutcome}, with webhook, and nothing is delivered`, async () => {
      const body = {
        ...fields,
        sandboxOutcome,
        externalId: 'ada',
        callbackUrl: `${receiver.url}/sandbox`,
        context: 'run\r\n',
      };
      const id = await openDecision(wire, body, sandbox);
      const waiting = quietly(wire.get(`/decisions/${id}`, { wait: '55' }, sandbox));
      await letPass(1500);
      const { body: read } = await waiting;
      expect(read).toMatchObject({ status: 'answered', answered: true });
      if (type === 'confirm') expect(read.value).toBe(sandboxOutcome === 'approve' ? 'yes' : 'no');
      if (type === 'select') expect(fields.options).toContain(read.value);
      expect(read.value).toBeTruthy();
      const callback = await receiver.callbackOf(id);
      expect(callback.body).toMatchObject({
        event: 'decision.answered',
        answer: read.value,
        value: read.value,
        context: 'run\r\n',
      });
      const [row] = await server.query<{ answer_source: string; pushes: number }>(
        `SELECT answer_source, (SELECT count(*) FROM delivery WHERE question_id = question.id)::int AS pushes FROM question WHERE id = $1`,
        [id],
      );
      expect(row).toEqual({ answer_source: 'sandbox', pushes: 0 });
    });
  }

  test(`a sandbox key's ${type} with no_answer stays open, and expires`, async () => {
    const callbackUrl = `${receiver.url}/sandbox`;
    const id = await openDecision(
      wire,
      { ...fields, sandboxOutcome: 'no_answer', expiresInSeconds: 60, callbackUrl },
      sandbox,
    );
    const answered = await openDecision(wire, { sandboxOutcome: 'approve', callbackUrl }, sandbox);
    await letPass(2000);
    // When the later one has its answer, the loop has been by.
    await receiver.callbackOf(answered);
    expect((await wire.get(`/decisions/${id}`, {}, sandbox)).body).toMatchObject({
      status: 'pending',
      answered: false,
    });
    await letPass(61_000);
    expect((await wire.get(`/decisions/${id}`, {}, sandbox)).body).toMatchObject({
      status: 'expired',
      answered: false,
    });
    expect(receiver.received.some((call) => call.body.correlationId === id)).toBe(false);
  });
}

test('a callback of the sandbox says so, and no signature on it is by the real secret', async () => {
  const real = String((await wire.get('/webhook-secret')).body.webhookSecret);
  const id = await openDecision(
    wire,
    { context: '{"env":"live","refund":5000}', callbackUrl: `${receiver.url}/production`, sandboxOutcome: 'approve' },
    sandbox,
  );
  await letPass(1500);
  const { headers, raw, body } = await receiver.callbackOf(id);
  expect(body).toMatchObject({ value: 'yes', env: 'test' });
  const [at, ...signatures] = String(headers['nod-signature'])
    .split(',')
    .map((part) => part.slice(part.indexOf('=') + 1));
  const timed = (secret: string) => hmac(secret, Buffer.concat([Buffer.from(`${at}.`), raw]));
  const ofSandbox = `whsec_test_${Buffer.from(hmac(real, 'nod sandbox'), 'hex').toString('base64url')}`;
  expect(headers['x-pushary-signature']).toBe(hmac(ofSandbox, raw));
  expect(headers['x-pushary-signature']).not.toBe(hmac(real, raw));
  expect(signatures).toEqual([timed(ofSandbox)]);
  expect(signatures).not.toContain(timed(real));
});

test('a sandbox decision is not answered before its second is over', async () => {
  const id = await openDecision(wire, { sandboxOutcome: 'approve' }, sandbox);
  const [row] = await server.query<{ seconds: number }>(
    'SELECT extract(epoch FROM sandbox_due_at - created_at)::float AS seconds FROM question WHERE id = $1',
    [id],
  );
  expect(row?.seconds).toBeCloseTo(1, 1);
});

test('creating with wait: true in the sandbox returns its answer', async () => {
  const question = `In the sandbox, ${randomUUID()}?`;
  const waiting = quietly(wire.post('/decisions', { question, wait: true, sandboxOutcome: 'deny' }, sandbox));
  await waitUntil('the decision to be stored', async () => {
    const rows = await server.query('SELECT 1 FROM question WHERE question = $1', [question]);
    return rows.length > 0;
  });
  await letPass(1500);
  expect((await waiting).body).toMatchObject({ status: 'answered', answered: true, value: 'no' });
});

test('sandbox and full keys do not see, answer or cancel each other’s decisions', async () => {
  const marker = randomUUID();
  const tried = await openDecision(
    wire,
    { question: marker, externalId: marker, sandboxOutcome: 'no_answer' },
    sandbox,
  );
  const real = await openDecision(wire, { question: marker, externalId: marker });
  for (const [id, key] of [
    [tried, server.apiKey],
    [real, sandbox],
  ] as const) {
    expect((await wire.get(`/decisions/${id}`, {}, key)).status).toBe(404);
    expect((await wire.delete(`/decisions/${id}`, key)).status).toBe(404);
    expect([403, 404]).toContain((await wire.post(`/decisions/${id}`, { answer: 'yes' }, key)).status);
  }
  for (const [own, other, key] of [
    [tried, real, sandbox],
    [real, tried, server.apiKey],
  ] as const) {
    const { text } = await wire.get('/decisions', { externalId: marker }, key);
    expect(text).toContain(own);
    expect(text).not.toContain(other);
    expect((await wire.get(`/decisions/${own}`, {}, key)).body.status).toBe('pending');
  }
});

test('sandboxOutcome answers nothing that is real', async () => {
  const real = await wire.post('/decisions', { question: 'Real?', sandboxOutcome: 'approve' });
  if (real.status === 400) return;
  const tried = await openDecision(
    wire,
    { sandboxOutcome: 'approve', callbackUrl: `${receiver.url}/sandbox` },
    sandbox,
  );
  await letPass(2000);
  await receiver.callbackOf(tried);
  expect((await wire.get(`/decisions/${real.body.decisionId}`)).body).toMatchObject({
    status: 'pending',
    answered: false,
  });
});

test('the sandbox makes no end user and touches no limit of the real ones', async () => {
  const externalId = `tried ${randomUUID()}`;
  await openDecision(wire, { externalId, sandboxOutcome: 'no_answer' }, sandbox);
  expect(await server.query('SELECT 1 FROM end_user WHERE external_id = $1', [externalId])).toEqual([]);
});

test('one idempotencyKey in the sandbox and outside of it are two decisions', async () => {
  const body = { question: 'Both?', idempotencyKey: randomUUID() };
  const [tried, real] = [await openDecision(wire, body, sandbox), await openDecision(wire, body)];
  expect(tried).not.toBe(real);
});

test('a bound key opens, reads, lists and cancels only what is of its own end user', async () => {
  const ada = await addReachableEndUser(server.query, home, `ada ${randomUUID()}`);
  const [row] = await server.query<{ external_id: string }>('SELECT external_id FROM end_user WHERE id = $1', [ada]);
  const externalId = row?.external_id ?? '';
  const bound = await makeBoundKey(server.query, home, ada);
  const own = await openDecision(wire, { externalId }, bound);
  const unnamed = await openDecision(wire, {}, bound);
  const others = [await openDecision(wire, { externalId: 'bob' }), await openDecision(wire)];
  for (const id of [own, unnamed])
    expect((await wire.get(`/decisions/${id}`, {}, bound)).body).toMatchObject({ decisionId: id, externalId });
  const listed = ((await wire.get('/decisions', {}, bound)).body.decisions as { decisionId: string }[]).map(
    (one) => one.decisionId,
  );
  expect(listed.sort()).toEqual([own, unnamed].sort());
  for (const id of others) {
    expect((await wire.get(`/decisions/${id}`, {}, bound)).status).toBe(404);
    expect((await wire.delete(`/decisions/${id}`, bound)).status).toBe(404);
    expect((await wire.get(`/decisions/${id}`)).body.status).toBe('pending');
  }
  const forBob = await wire.post('/decisions', { question: 'For Bob?', externalId: 'bob' }, bound);
  expect([403, 404], forBob.text).toContain(forBob.status);
  expect((await wire.post(`/decisions/${own}`, { answer: 'yes' }, bound)).status).toBe(403);
  expect((await wire.get(`/decisions/${own}`)).body.status).toBe('pending');
  expect((await wire.delete(`/decisions/${own}`, bound)).body).toMatchObject({ cancelled: true });
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
