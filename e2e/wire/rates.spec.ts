import { expect, test } from '@playwright/test';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey } from '../server/workspace';
import { type WireClient, wireClient } from './client';

let server: NodServer;
let wire: WireClient;
const callsAMinute = 5;

test.beforeAll(async () => {
  server = await startServer({ env: { NOD_KEY_RATE: String(callsAMinute) } });
  wire = wireClient(server);
});
test.afterAll(stopEverything);

test('over its rate a key gets 429 with Retry-After, retryAfter and the headers; another key is not touched', async () => {
  const home = await firstWorkspace(server.query);
  const remaining: number[] = [];
  for (let call = 0; call < callsAMinute; call++) {
    const { status, headers } = await wire.get('/site');
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe(String(callsAMinute));
    remaining.push(Number(headers.get('x-ratelimit-remaining')));
  }
  expect(remaining).toEqual([4, 3, 2, 1, 0]);
  const { status, headers, body } = await wire.post('/decisions', { question: 'One too many?' });
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: 'rate_limited', hint: expect.any(String), retryAfter: expect.any(Number) });
  expect(Number(headers.get('retry-after'))).toBe(body.retryAfter);
  expect(body.retryAfter).toBeGreaterThan(0);
  expect(body.retryAfter).toBeLessThanOrEqual(60);
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
  const [stored] = await server.query<{ count: number }>('SELECT count(*)::int FROM question');
  expect(stored?.count).toBe(0);
  expect((await wire.get('/site', {}, await makeKey(server.query, home, 'full'))).status).toBe(200);
  expect(wire.troubles).toEqual([]);
});

test('a limit of open decisions is 429 limit_reached and names the limit', async () => {
  await server.query('UPDATE workspace SET end_user_decision_limit = 1');
  const home = await firstWorkspace(server.query);
  const key = await makeKey(server.query, home, 'full');
  const ask = (question: string, externalId: string) => wire.post('/decisions', { question, externalId }, key);
  expect((await ask('First?', 'ada')).status).toBeLessThan(300);
  const over = await ask('Second?', 'ada');
  expect(over.status).toBe(429);
  expect(over.body).toMatchObject({ code: 'limit_reached', hint: expect.any(String) });
  expect(over.body.message).toContain('1');
  expect(Number(over.headers.get('retry-after'))).toBe(over.body.retryAfter);
  expect((await ask('Of somebody else?', 'bob')).status).toBeLessThan(300);
});
