import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { shiftClock } from '../pages/clock';
import { quietly } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { namedIn, type WireClient, wireClient } from './client';
import { expectBlocked, idOfQuestion, openDecision, raiseDecisionLimits } from './decisions';

let server: NodServer;
let wire: WireClient;
/** Longer than any answer takes that does not wait, shorter than any wait. */
const atOnceMs = 3000;
const oneQuestion = () => `May I, ${randomUUID()}?`;

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  await raiseDecisionLimits(server.query);
});
test.afterAll(stopEverything);

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const since = performance.now();
  const result = await work();
  return { result, ms: performance.now() - since };
}

for (const wait of ['0', '-1', '-999', '', '0.0']) {
  test(`?wait=${wait} answers at once`, async () => {
    const id = await openDecision(wire);
    const { result, ms } = await timed(() => wire.get(`/decisions/${id}`, { wait }));
    expect(result.status, result.text).toBe(200);
    expect(result.body).toMatchObject({ status: 'pending', answered: false, value: null });
    expect(ms).toBeLessThan(atOnceMs);
  });
}

for (const wait of ['55', '999', '55.5', '1e9', '30.5']) {
  test(`?wait=${wait} is cut to what a call may wait, blocks, and ends at once with the answer`, async () => {
    const id = await openDecision(wire);
    const waiting = quietly(wire.get(`/decisions/${id}`, { wait }));
    await expectBlocked(wire, waiting);
    const { ms } = await timed(async () => {
      await wire.post(`/decisions/${id}`, { answer: 'yes' });
      const { status, body } = await waiting;
      expect(status).toBe(200);
      expect(body).toMatchObject({ decisionId: id, status: 'answered', answered: true, value: 'yes' });
    });
    expect(ms).toBeLessThan(atOnceMs);
  });
}

test('?wait=1.5 is a wait like any other', async () => {
  const id = await openDecision(wire);
  const waiting = quietly(wire.get(`/decisions/${id}`, { wait: '1.5' }));
  await wire.post(`/decisions/${id}`, { answer: 'no' });
  expect((await waiting).status).toBe(200);
});

for (const wait of ['abc', 'NaN', '1s', 'true']) {
  test(`?wait=${wait} is 400 and names wait`, async () => {
    const reply = await wire.get(`/decisions/${await openDecision(wire)}`, { wait });
    expect(reply.status).toBe(400);
    expect(namedIn(reply)).toEqual(['wait']);
  });
}

test('?wait=Infinity is refused or cut, never a failure', async () => {
  const id = await openDecision(wire);
  await wire.post(`/decisions/${id}`, { answer: 'no' });
  expect([200, 400]).toContain((await wire.get(`/decisions/${id}`, { wait: 'Infinity' })).status);
});

test('a wait on what is settled, or was never there, ends at once', async () => {
  const id = await openDecision(wire);
  await wire.post(`/decisions/${id}`, { answer: 'no' });
  const settled = await timed(() => wire.get(`/decisions/${id}`, { wait: '55' }));
  expect(settled.result.body).toMatchObject({ answered: true, value: 'no' });
  const missing = await timed(() => wire.get('/decisions/0190a0a0-0000-7000-8000-000000000000', { wait: '55' }));
  expect(missing.result.status).toBe(404);
  expect(Math.max(settled.ms, missing.ms)).toBeLessThan(atOnceMs);
});

test('a wait ends at once when the decision is cancelled', async () => {
  const id = await openDecision(wire);
  const waiting = quietly(wire.get(`/decisions/${id}`, { wait: '55' }));
  await expectBlocked(wire, waiting);
  const { ms } = await timed(async () => {
    await wire.delete(`/decisions/${id}`);
    expect((await waiting).body).toMatchObject({ status: 'cancelled', answered: false, value: null });
  });
  expect(ms).toBeLessThan(atOnceMs);
});

test('a wait ends at once when the decision expires, and it then reads expired with 200', async () => {
  const id = await openDecision(wire, { expiresInSeconds: 60 });
  const waiting = quietly(wire.get(`/decisions/${id}`, { wait: '55' }));
  await expectBlocked(wire, waiting);
  await shiftClock(server.query, 61_000);
  try {
    const { ms } = await timed(async () => {
      expect((await waiting).body).toMatchObject({ status: 'expired', answered: false, value: null });
    });
    expect(ms).toBeLessThan(atOnceMs);
    const { status, body } = await wire.get(`/decisions/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'expired', answered: false, value: null, answeredAt: null });
    expect((await wire.post(`/decisions/${id}`, { answer: 'yes' })).status).toBe(409);
    expect((await wire.delete(`/decisions/${id}`)).body).toEqual({
      decisionId: id,
      cancelled: false,
      status: 'expired',
    });
  } finally {
    await shiftClock(server.query, 0);
  }
});

test('all who wait for one decision are woken by one answer', async () => {
  const id = await openDecision(wire);
  const waiting = Array.from({ length: 20 }, () => quietly(wire.get(`/decisions/${id}`, { wait: '55' })));
  await expectBlocked(wire, Promise.race(waiting));
  await wire.post(`/decisions/${id}`, { answer: 'yes' });
  const values = (await Promise.all(waiting)).map(({ body }) => body.value);
  expect(values).toEqual(waiting.map(() => 'yes'));
});

for (const call of [{ timeoutSeconds: 50 }, { timeoutSeconds: 999 }, {}]) {
  test(`creating with wait: true blocks until the answer ${JSON.stringify(call)}`, async () => {
    const question = oneQuestion();
    const waiting = quietly(wire.post('/decisions', { question, wait: true, ...call }));
    const id = await idOfQuestion(wire, question);
    await expectBlocked(wire, waiting);
    await wire.post(`/decisions/${id}`, { answer: 'yes' });
    const { status, body } = await waiting;
    expect([200, 201]).toContain(status);
    expect(body).toMatchObject({ decisionId: id, status: 'answered', answered: true, value: 'yes' });
  });
}

test('creating with wait: true and timeoutSeconds 0 answers at once', async () => {
  const { result, ms } = await timed(() =>
    wire.post('/decisions', { question: oneQuestion(), wait: true, timeoutSeconds: 0 }),
  );
  expect(result.body).toMatchObject({ status: 'pending', answered: false });
  expect(ms).toBeLessThan(atOnceMs);
});

test('a client that goes away while it waits loses nothing: the answer is there when it comes back', async () => {
  const id = await openDecision(wire);
  const leave = new AbortController();
  const waiting = wire.send('GET', `/decisions/${id}`, { query: { wait: '55' }, signal: leave.signal });
  await expectBlocked(wire, quietly(waiting));
  leave.abort();
  await expect(waiting).rejects.toThrow();
  await wire.post(`/decisions/${id}`, { answer: 'yes' });
  expect((await wire.get(`/decisions/${id}`, { wait: '55' })).body).toMatchObject({ answered: true, value: 'yes' });
});

test('an operator ask with wait blocks until its answer too', async () => {
  const question = oneQuestion();
  const reply = await wire.post('/ask', { question, type: 'confirm', wait: false });
  expect([200, 201], reply.text).toContain(reply.status);
  const { result, ms } = await timed(() => wire.get(`/ask/${reply.body.correlationId}`));
  expect(result.body).toMatchObject({ correlationId: reply.body.correlationId, answered: false });
  expect(ms, 'reading never blocks by itself').toBeLessThan(atOnceMs);
});

test('every answer here kept the rules for all answers', () => {
  expect(wire.troubles).toEqual([]);
});
