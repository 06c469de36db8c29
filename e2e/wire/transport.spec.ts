import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { sendSlowly } from '../security/send-slowly';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey } from '../server/workspace';
import { namedIn, type Verb, type WireClient, wireClient } from './client';
import { openDecision, raiseDecisionLimits } from './decisions';

let server: NodServer;
let wire: WireClient;
const never = '0190a0a0-0000-7000-8000-000000000000';

test.beforeAll(async () => {
  server = await startServer();
  wire = wireClient(server);
  await raiseDecisionLimits(server.query);
});
test.afterAll(stopEverything);

test('an empty body with a JSON content type is fine on GET', async () => {
  for (const path of ['/site', '/decisions', '/subscribers', '/subscribers/count', '/keys', '/reminders'])
    expect((await wire.get(path)).status, path).toBe(200);
});

test('an empty body with a JSON content type is fine on DELETE, and the answer is JSON', async () => {
  const id = await openDecision(wire);
  const cancelled = await wire.delete(`/decisions/${id}`);
  expect(cancelled.status).toBe(200);
  expect(cancelled.body).toEqual({ decisionId: id, cancelled: true, status: 'cancelled' });
});

test('a POST without arguments is fine with no body, an empty one and an empty object', async () => {
  const bodies = { none: undefined, empty: '', spaces: ' \r\n', object: '{}' };
  const secrets = new Set<unknown>();
  for (const [what, raw] of Object.entries(bodies)) {
    const { status, body } = await wire.send('POST', '/webhook-secret', { raw });
    expect(status, what).toBe(200);
    secrets.add(body.webhookSecret);
  }
  expect(secrets.size).toBe(4);
});

test('a POST that needs fields names what is missing when its body is empty', async () => {
  for (const raw of [undefined, '', '{}']) {
    const reply = await wire.send('POST', '/decisions', { raw });
    expect(reply.status).toBe(400);
    expect(namedIn(reply)).toContain('question');
  }
});

test('a body is read as JSON whatever content type it claims', async () => {
  const json = { question: 'Plain?' };
  const reply = await wire.send('POST', '/decisions', { json, headers: { 'content-type': 'text/plain' } });
  expect([200, 201], reply.text).toContain(reply.status);
});

test('a body that is no JSON object is 400 with a reason', async () => {
  const bodies = ['{"question": "x"', '[]', '"text"', '42', 'null,', 'question=x', '\u0000', '{"question":"\\ud800"}'];
  for (const raw of bodies) {
    const reply = await wire.send('POST', '/decisions', { raw });
    expect(reply.status, raw).toBe(400);
    expect(reply.body.code, raw).toBe('invalid_request');
  }
});

test('nesting ten thousand deep is refused', async () => {
  const raw = `{"question":"x","parameters":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const reply = await wire.send('POST', '/decisions', { raw });
  expect([400, 413]).toContain(reply.status);
});

test('a body that is too large is 413 while it still streams in', async () => {
  const target = `${server.url}/api/v1/server/decisions`;
  const headers = { authorization: `Bearer ${server.apiKey}` };
  const { status, sentBytes, body } = await sendSlowly(server.url, 30_000_000, headers, target);
  expect(status).toBe(413);
  expect(sentBytes).toBeLessThan(5_000_000);
  const { code, error, message } = JSON.parse(body) as Record<string, string>;
  expect(code).toBe('too_large');
  expect(error).toBe(message);
});

test('without a key, with garbage or a revoked one: 401 with hint, and nothing of what exists', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer x', 'Bearer pk_a.b', 'Basic eDp5', `bearer ${server.apiKey}x`]) {
    const reply = await wire.send('GET', '/decisions', { key: '', headers: authorization ? { authorization } : {} });
    expect(reply.status, authorization).toBe(401);
    expect(reply.body.code).toBe('unauthorized');
    expect(reply.body.hint, authorization).toBeTruthy();
  }
});

test('a key of another kind: 403 forbidden, with hint', async () => {
  const agent = await makeKey(server.query, await firstWorkspace(server.query), 'agent');
  const reply = await wire.post('/decisions', { question: 'May an agent?' }, agent);
  expect(reply.status).toBe(403);
  expect(reply.body).toMatchObject({ code: 'forbidden', hint: expect.any(String) });
});

test('what is not there: 404 not_found, with hint', async () => {
  for (const path of [`/decisions/${never}`, `/ask/${never}`, `/subscribers/${never}`]) {
    const reply = await wire.get(path);
    expect(reply.status, path).toBe(404);
    expect(reply.body, path).toMatchObject({ code: 'not_found', hint: expect.any(String) });
  }
});

test('an unknown path of the API is a JSON 404 for every method, with and without a key', async () => {
  for (const verb of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as Verb[]) {
    for (const key of [server.apiKey, '']) {
      const reply = await wire.send(verb, '/no/such/thing', { key, ...(verb === 'GET' ? {} : { raw: '{}' }) });
      expect([401, 404], `${verb} ${reply.text}`).toContain(reply.status);
    }
  }
  expect((await wire.get('/no/such/thing')).body.code).toBe('not_found');
});

test('what is not built yet is a quick JSON 404 or 501, never a success: clients then ask a person', async () => {
  const later = ['/authorize', '/authorizations/consume', '/authorization-rules', '/campaigns', '/templates', '/flows'];
  for (const path of later) {
    const { status } = await wire.post(path, { toolName: 'refund' });
    expect([404, 501], path).toContain(status);
  }
});

test('a method that a path does not know is a JSON error too', async () => {
  for (const [verb, path] of [
    ['PUT', '/decisions'],
    ['PATCH', `/decisions/${never}`],
    ['DELETE', '/site'],
  ] as const) {
    const reply = await wire.send(verb, path, { raw: '{}' });
    expect([404, 405], `${verb} ${path}`).toContain(reply.status);
  }
});

test('an address with a slash too many in front keeps its method, body and key for a client that follows', async () => {
  const response = await fetch(`${server.url}/api/v1/server//decisions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Twice slashed?' }),
  });
  expect([200, 201]).toContain(response.status);
  expect(await response.json()).toMatchObject({ question: 'Twice slashed?', status: 'pending' });
});

test('a path with a slash at its end never leads elsewhere', async () => {
  for (const path of ['/decisions/', '/site/']) {
    const { status } = await wire.get(path);
    expect(status < 300 || status >= 400, `${path} → ${status}`).toBe(true);
  }
});

test('unknown fields of a body are refused by name on every POST and PATCH', async () => {
  const bodies: [Verb, string, Record<string, unknown>][] = [
    ['POST', '/decisions', { question: 'x', externalID: 'ada' }],
    ['POST', '/decisions', { question: 'x', __proto: 1 }],
    ['POST', '/enroll', { externalId: 'ada', externalID: 'ada' }],
    ['POST', '/keys', { externalId: 'ada', expiresInSecond: 60 }],
    ['POST', '/webhook-secret', { rotate: true }],
    ['POST', '/send', { title: 'x', body: 'y', imageURL: 'https://example.com' }],
    ['POST', '/ask', { question: 'x', type: 'confirm', wait: false, timeoutSecond: 5 }],
    ['POST', `/decisions/${await openDecision(wire)}`, { answer: 'yes', value: 'yes' }],
    ['PATCH', `/subscribers/${never}`, { tag: ['x'] }],
  ];
  const problems: string[] = [];
  for (const [verb, path, json] of bodies) {
    const reply = await wire.send(verb, path, { json });
    const field = Object.keys(json).at(-1) ?? '';
    const isNamed = namedIn(reply).includes(field) && String(reply.body.message).includes(field);
    if (reply.status !== 400 || !isNamed)
      problems.push(`${verb} ${path} with ${field} → ${reply.status} ${reply.text}`);
  }
  expect(problems).toEqual([]);
});

test('misspelt query parameters are refused by name', async () => {
  const queries: [string, string][] = [
    [`/decisions/${await openDecision(wire)}`, 'waitSeconds'],
    ['/decisions', 'externalID'],
    ['/decisions', 'Limit'],
    ['/subscribers', 'tag'],
    ['/reachability', 'external_id'],
  ];
  for (const [path, name] of queries) {
    const reply = await wire.get(path, { [name]: '1' });
    expect(reply.status, `${path} ${name}`).toBe(400);
    expect(namedIn(reply), `${path} ${name}`).toContain(name);
  }
});

test('an error never repeats what was sent, nor tells how Nod is made', async () => {
  const secret = `sk_live_${'4'.repeat(24)}`;
  const reply = await wire.post('/decisions', { question: 'x', type: secret, options: [secret], callbackUrl: secret });
  expect(reply.status).toBe(400);
  expect(reply.text).not.toContain(secret);
  expect(reply.text).not.toMatch(/zod|prisma|postgres|\bat \S+ \(|\.ts:/i);
});

test('a request id is new for every request', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await wire.get('/site')).headers.get('x-request-id')));
  expect(new Set(ids).size).toBe(3);
});

test('X-RateLimit-Reset is a time in unix seconds, within the coming minutes', async () => {
  for (const key of [server.apiKey, '', randomUUID()]) {
    const reset = Number((await wire.get('/site', {}, key)).headers.get('x-ratelimit-reset'));
    const seconds = reset - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(-2);
    expect(seconds).toBeLessThan(3600);
  }
});

test('every answer here was JSON, with rate headers, a request id and error equal to message', () => {
  expect(wire.troubles).toEqual([]);
});
