import { expect, test } from '@playwright/test';
import type { Schema } from '../mcp/compare-schemas';
import { post, rawCall, rpc } from '../server/mcp';
import { type PersonSession, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { countStored, raiseLimits } from '../server/workspace';
import { badArgumentsOf } from './bad-values';
import { randomFrom } from './random';
import { sendSlowly } from './send-slowly';

let server: NodServer;
let person: PersonSession;
let tools: { name: string; inputSchema: Schema }[];
const key = () => ({ key: server.apiKey });
/** What a reply must never tell: file names, statements, stack traces, names of libraries. */
const internals =
  /node_modules|\bat \S+ \(|\.ts:\d|\.js:\d|SELECT .* FROM |INSERT INTO |postgres|prisma|zod|\/home\/|\/tmp\//i;

test.beforeAll(async () => {
  server = await startServer();
  await raiseLimits(server.query);
  person = await signIn(server);
  const { result } = await rpc(server.url, 'tools/list', {}, key());
  tools = (result?.tools ?? []) as typeof tools;
});
test.afterAll(stopEverything);

test('each field of each tool over its limit, of a wrong type, empty, unknown or with bad characters is refused by name', async () => {
  const before = await countStored(server.query);
  const problems: string[] = [];
  let tried = 0;
  for (const { name, inputSchema } of tools) {
    const list = badArgumentsOf(name, inputSchema);
    tried += list.length;
    const refused = list.map(async ({ why, field, args }) => {
      const { status, isError, structured, text } = await rawCall(server.url, name, args, key());
      const named = String(structured.message).includes(field);
      const asAgreed = status === 200 && isError && structured.code === 'invalid_request' && named;
      return asAgreed && !internals.test(text) ? [] : [`${name} ${why} → ${status} ${text.slice(0, 300)}`];
    });
    problems.push(...(await Promise.all(refused)).flat());
  }
  console.log(`${tried} bad arguments of ${tools.length} tools were refused`);
  expect(problems).toEqual([]);
  expect(await countStored(server.query)).toEqual(before);
});

test('the limits of text are counted in characters, and the longest text allowed is taken', async () => {
  const longest = '🙂'.repeat(8000);
  const { structured } = await rawCall(server.url, 'ask_user', { question: longest, wait: false, env: 'test' }, key());
  expect(structured.status).toBe('pending');
  const over = await rawCall(server.url, 'ask_user', { question: `${longest}x`, wait: false, env: 'test' }, key());
  expect(over.structured.message).toContain('8000');
});

test('30 MB are refused while they stream in, whether or not the size was announced', async () => {
  const megabytes = 1_048_576;
  const headers = { authorization: `Bearer ${server.apiKey}`, accept: 'application/json, text/event-stream' };
  for (const announced of [{ 'content-length': String(30 * megabytes) }, {}] as Record<string, string>[]) {
    const { status, sentBytes, body } = await sendSlowly(server.url, 30 * megabytes, { ...headers, ...announced });
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ code: 'too_large' });
    expect(sentBytes).toBeLessThan(5 * megabytes);
  }
  for (const path of ['/api/push/answer', '/api/push/report']) {
    const { status, sentBytes } = await sendSlowly(server.url, 30 * megabytes, {}, server.url + path);
    expect(status, path).toBe(413);
    expect(sentBytes, path).toBeLessThan(5 * megabytes);
  }
});

test('bodies that are no message are refused with a reason, quickly', async () => {
  const before = await countStored(server.query);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask_user', arguments: {} } };
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const bodies: Record<string, BodyInit> = {
    'nested 10 000 deep': `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_user","arguments":{"question":${deep}}}}`,
    'not JSON': '{"jsonrpc": "2.0", ',
    'two documents': `${JSON.stringify(call)}${JSON.stringify(call)}`,
    'not UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    empty: '',
    'an empty batch': '[]',
    'a number': '42',
    null: 'null',
    'another version': JSON.stringify({ ...call, jsonrpc: '1.0' }),
    'no method': JSON.stringify({ jsonrpc: '2.0', id: 1 }),
    'an id that is an object': JSON.stringify({ ...call, id: {} }),
    'params that are a list': JSON.stringify({ ...call, params: ['ask_user'] }),
    'arguments that are a text': JSON.stringify({ ...call, params: { name: 'ask_user', arguments: 'question' } }),
  };
  for (const [what, body] of Object.entries(bodies)) {
    const since = performance.now();
    const response = await post(server.url, body, key());
    const text = await response.text();
    expect(response.status, what).toBeLessThan(500);
    expect(response.status < 400 ? text : 'error', `${what}: ${response.status} ${text}`).toMatch(/error/i);
    expect(text, what).not.toMatch(internals);
    expect(performance.now() - since, what).toBeLessThan(2000);
  }
  expect(await countStored(server.query)).toEqual(before);
});

test('a batch is no way around the key, nor around what one message may do', async () => {
  const before = await countStored(server.query);
  const call = (id: unknown) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'ask_user', arguments: { question: 'Batched?', wait: false } },
  });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const batch of [[ping, call(2)], [call(1), call(2)], Array.from({ length: 500 }, (_, id) => call(id))]) {
    const response = await post(server.url, JSON.stringify(batch));
    expect(response.status).toBe(401);
    await response.text();
  }
  for (const odd of [{ ...call(true) }, { ...call(null) }, { ...call(1), params: [] }]) {
    const response = await post(server.url, JSON.stringify(odd));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    await response.text();
  }
  expect(await countStored(server.query)).toEqual(before);
});

test('passwords cannot be guessed faster by the sign-in library than by the form', async () => {
  const greeting = await fetch(`${server.url}/api/auth/csrf`);
  // Not there at all is the best answer.
  if (greeting.status === 404) return;
  const { csrfToken } = (await greeting.json()) as { csrfToken: string };
  const cookie = greeting.headers.getSetCookie().map((line) => line.split(';')[0]);
  const email = 'guessed@example.test';
  const statuses: number[] = [];
  for (let guess = 0; guess < 15; guess++) {
    const response = await fetch(`${server.url}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookie.join('; '), origin: server.url },
      body: new URLSearchParams({ csrfToken, email, password: `guess ${guess}` }),
    });
    await response.text();
    statuses.push(response.status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('300 random malformed bodies: no failure of the server, no hang, nothing stored', async () => {
  test.setTimeout(90_000);
  const before = await countStored(server.query);
  const { below, oneOf } = randomFrom(20_261_130);
  const broken = tools.flatMap(({ name, inputSchema }) =>
    badArgumentsOf(name, inputSchema).map(({ args }) => ({ name, arguments: args })),
  );
  const breakText = (text: string): string => {
    const at = below(text.length);
    return oneOf([text.slice(0, at), text.slice(at), `${text.slice(0, at)}\u0000${text.slice(at)}`, `${text}${text}`]);
  };
  const message = (params: unknown) =>
    oneOf([
      { jsonrpc: '2.0', id: below(9), method: 'tools/call', params },
      { jsonrpc: '2.0', id: below(9), method: oneOf(['tools/call', 'initialize', 'x/y']), params: [params] },
      {
        jsonrpc: oneOf(['2.0', 2, null]),
        id: oneOf([null, {}, [], 1.5, 'id']),
        method: oneOf([null, 1, 'ping']),
        params,
      },
    ]);
  const problems: string[] = [];
  for (let round = 0; round < 300; round++) {
    const text = JSON.stringify(message(oneOf(broken)));
    const body = below(3) === 0 ? breakText(text) : text;
    const response = await post(server.url, body, { ...key(), signal: AbortSignal.timeout(5000) });
    const reply = await response.text();
    if (response.status >= 500 || /"code":"internal"|-32603/.test(reply) || internals.test(reply))
      problems.push(`${body.slice(0, 300)} → ${response.status} ${reply.slice(0, 300)}`);
  }
  expect(problems).toEqual([]);
  expect(await countStored(server.query)).toEqual(before);
});

test('odd ids and bodies on the routes of pages and phones never make the server fail', async () => {
  const ids = [
    '%00',
    '€',
    '%E2%82%AC',
    '%ff',
    '..%2f..%2fkeys',
    'x'.repeat(3000),
    '%0d%0aset-cookie:a=b',
    "'%20or%201=1--",
  ];
  const headers = { cookie: person.cookie, origin: server.url, 'sec-fetch-site': 'same-origin' };
  const problems: string[] = [];
  const send = async (what: string, address: string, init: RequestInit) => {
    const response = await fetch(server.url + address, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    const text = await response.text();
    const failed =
      response.status >= 500 || /code=internal|"code":"internal"/.test(text + response.headers.get('location'));
    if (failed || response.headers.getSetCookie().some((cookie) => cookie.startsWith('a=')))
      problems.push(`${what} → ${response.status}`);
  };
  for (const id of ids) {
    await send(`GET /q/${id.slice(0, 40)}`, `/q/${id}`, {});
    const form = new URLSearchParams({ digest: 'x\u0000', answer: 'yes\u0000', note: '\u202e', surface: 'x' });
    await send(`POST /q/${id.slice(0, 40)}/answer`, `/q/${id}/answer`, { method: 'POST', body: form });
  }
  const subscription = {
    endpoint: 'https://push.example.test/x',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  };
  const bodies: Record<string, unknown[]> = {
    '/api/push/check': [{ endpoint: '\u0000' }, { endpoint: 7 }, null, []],
    '/api/push/subscribe': [
      { ...subscription, endpoint: 'https://127.0.0.1/\u0000' },
      { ...subscription, keys: null },
    ],
    '/api/push/resubscribe': [
      { oldEndpoint: '\u0000', subscription },
      { oldEndpoint: '\ud800', subscription },
    ],
    '/api/push/report': [
      { deliveryId: '\u0000', event: 'clicked' },
      { deliveryId: 'x', event: 'eaten' },
    ],
    '/api/push/answer': [{ questionId: '\u0000', deliveryId: '\u0000', token: '\u0000', value: '\u0000' }, 'text'],
  };
  for (const [address, list] of Object.entries(bodies)) {
    for (const body of list) {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      await send(`POST ${address} ${init.body}`, address, init);
    }
  }
  for (const fields of [
    { email: '\u0000@x.test', password: 'x' },
    { email: 'a'.repeat(100_000), password: '\u0000' },
  ]) {
    await send('POST /sign-in/submit', '/sign-in/submit', {
      method: 'POST',
      body: new URLSearchParams({ ...fields, next: '//evil.example\r\n' }),
    });
  }
  expect(problems).toEqual([]);
});

test('odd reports of hooks are taken or refused, never a failure, and cost the others of their batch nothing', async () => {
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
  const send = async (address: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(server.url + address, { headers, ...init });
    return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
  };
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  const oddCommand = { session_id: 'odd', tool_name: 'Bash', tool_input: { command: [{ toString: 1, valueOf: 1 }] } };
  const payloads = [oddCommand, JSON.stringify(oddCommand), `{"session_id":"odd","tool_input":${deep}}`, deep, 7, null];
  for (const payload of payloads) {
    const [good, odd] = ['good', 'odd'].map((name) => `${name} ${payloads.indexOf(payload)}`);
    const envelopes = [
      { hookId: odd, event: 'PreToolUse', payload },
      { hookId: good, event: 'Stop', sessionId: 'odd' },
    ];
    const { status, reply } = await send('/api/agent/hook', { envelopes });
    expect(status, String(payload).slice(0, 60)).toBe(200);
    expect(Number(reply.accepted), String(payload).slice(0, 60)).toBeGreaterThan(0);
  }
  const event = { event: 'PreToolUse', sessionId: 'odd', tool_name: 'Bash' };
  for (const input of [oddCommand.tool_input, `{"command":[${deep}]}`])
    expect((await send('/api/agent/event', { ...event, tool_input: input })).status).toBe(200);
  for (const session of ['%00', 'odd%00', '%ff', '%E2%80%AE', 'x'.repeat(3000)])
    expect((await send(`/api/mcp/mode?session=${session}`)).status, session.slice(0, 20)).toBe(200);
});
