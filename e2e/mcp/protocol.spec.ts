import { once } from 'node:events';
import http from 'node:http';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from '@playwright/test';
import { listenersOf, whenListening } from '../server/listeners';
import { call, connect, post, rawCall, rpc, textOf } from '../server/mcp';
import { answer, type PersonSession, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, openPage, raiseLimits, revokeKey } from '../server/workspace';

let server: NodServer;
let person: PersonSession;
const clients: Client[] = [];
const key = () => ({ key: server.apiKey });
const connected = async (name?: string) => {
  const client = await connect(server.url, server.apiKey, name);
  clients.push(client);
  return client;
};

test.beforeAll(async () => {
  server = await startServer();
  await openPage(server.query, await firstWorkspace(server.query));
  await raiseLimits(server.query);
  person = await signIn(server);
});
test.afterAll(async () => {
  for (const client of clients) await client.close();
  await stopEverything();
});

const oldRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const newRevision = '2026-07-28';
const hello = (protocolVersion: string, name = 'e2e') => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name, version: '1' },
});
/** What a client of the stateless revision repeats with each request. */
const envelope = (name = 'e2e') => ({
  'io.modelcontextprotocol/protocolVersion': newRevision,
  'io.modelcontextprotocol/clientInfo': { name, version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});
const newHeaders = (method: string, name?: string) => ({
  'mcp-protocol-version': newRevision,
  'mcp-method': method,
  ...(name ? { 'mcp-name': name } : {}),
});

test('initialize and tools/list answer without a key, with what a connector may do', async () => {
  const greeted = await rpc(server.url, 'initialize', hello('2025-06-18'));
  expect(greeted.status).toBe(200);
  expect(greeted.result).toMatchObject({
    serverInfo: { name: 'nod' },
    capabilities: { tools: { listChanged: false } },
  });
  const { result } = await rpc(server.url, 'tools/list', {});
  const names = ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['ask_user', 'wait_for_answer', 'cancel_question']));
});

test('a tool can be called without initialize, and with a session id that is stale', async () => {
  const ids: Record<string, string>[] = [
    {},
    { 'mcp-session-id': 'of.another-server' },
    { 'mcp-session-id': 'x'.repeat(500) },
  ];
  for (const headers of ids) {
    const { status, structured } = await rawCall(
      server.url,
      'ask_user',
      { question: 'Go on?', env: 'test' },
      { ...key(), headers },
    );
    expect(status).toBe(200);
    expect(structured).toMatchObject({ status: 'pending', held: 'test_traffic' });
  }
});

test('a call with no key, a wrong key or a revoked key gets the same 401, which names the metadata', async () => {
  const revoked = await makeKey(server.query, await firstWorkspace(server.query), 'agent');
  await revokeKey(server.query, revoked);
  const wrong = [undefined, 'nonsense', server.apiKey.replace(/.{8}$/, '00000000'), revoked];
  for (const presented of wrong) {
    const reply = await rawCall(
      server.url,
      'wait_for_answer',
      { correlationId: 'any', timeoutMs: 0 },
      { key: presented, headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' } },
    );
    expect(reply.status, presented).toBe(401);
    const challenge = reply.headers.get('www-authenticate') ?? '';
    expect(challenge).toContain(`resource_metadata="${server.url}/`);
    expect(challenge).not.toContain('evil');
    const metadata = await fetch(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? 'none');
    expect(await metadata.json()).toMatchObject({ resource: `${server.url}/api/mcp/mcp` });
    expect(reply.text).not.toMatch(/revoked|unknown|prefix/i);
  }
});

for (const revision of oldRevisions) {
  test(`a client of revision ${revision} is greeted in it and can call`, async () => {
    const greeted = await rpc(server.url, 'initialize', hello(revision), key());
    expect(greeted.result?.protocolVersion).toBe(revision);
    const headers = {
      'mcp-session-id': greeted.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': revision,
    };
    const noted = await post(server.url, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), {
      ...key(),
      headers,
    });
    expect(noted.status).toBe(202);
    const { structured } = await rawCall(
      server.url,
      'ask_user',
      { question: 'Go on?', env: 'test' },
      { ...key(), headers },
    );
    expect(structured.status).toBe('pending');
  });
}

test(`a client of revision ${newRevision} needs no greeting`, async () => {
  const discovered = await rpc(
    server.url,
    'server/discover',
    { _meta: envelope() },
    { ...key(), headers: newHeaders('server/discover') },
  );
  expect(discovered.result?.supportedVersions).toContain(newRevision);
  const reply = await rawCall(
    server.url,
    'ask_user',
    { question: 'Go on?', env: 'test' },
    { ...key(), meta: envelope(), headers: newHeaders('tools/call', 'ask_user') },
  );
  expect(reply.structured, reply.text).toMatchObject({ status: 'pending', held: 'test_traffic' });
});

for (const [revision, options] of [
  ['2025-06-18', {}],
  [newRevision, { headers: newHeaders('tools/call', 'ask_user'), meta: envelope() }],
] as const) {
  test(`the first byte of a blocked ask leaves within a second, without a progress token (${revision})`, async () => {
    const gone = new AbortController();
    const params = {
      name: 'ask_user',
      arguments: { question: 'Still there?', timeoutMs: 20_000 },
      ...('meta' in options ? { _meta: options.meta } : {}),
    };
    const since = performance.now();
    const response = await post(server.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), {
      ...key(),
      ...('headers' in options ? { headers: options.headers } : {}),
      signal: gone.signal,
    });
    const first = await response.body?.getReader().read();
    const tookMs = performance.now() - since;
    gone.abort();
    expect(first?.value?.byteLength).toBeGreaterThan(0);
    expect(tookMs).toBeLessThan(1000);
  });
}

test('a blocked ask tells its progress every five seconds, and the answer ends it', async () => {
  const heard: Progress[] = [];
  const client = await connected();
  const asked = call(
    client,
    'ask_user',
    { question: 'May I go on?', sessionId: 'progress', timeoutMs: 30_000 },
    { onprogress: (progress) => heard.push(progress) },
  );
  const id = await whenListening(server.query, 'progress');
  // Real time, because the five seconds themselves are what is promised.
  await expect.poll(() => heard.length, { timeout: 7000 }).toBe(1);
  expect(heard[0]?.message).toMatch(/\d+ s left/);
  await answer(server, person, id, 'yes', 'after lunch');
  expect(await asked).toMatchObject({ answered: true, value: 'yes', note: 'after lunch', correlationId: id });
});

test('a client of the older protocol that cancels ends the wait and leaves the question open', async () => {
  const client = await connected();
  const cancelling = new AbortController();
  const asked = call(
    client,
    'ask_user',
    { question: 'Cancel me?', sessionId: 'cancels', timeoutMs: 50_000 },
    { signal: cancelling.signal },
  );
  const refused = expect(asked).rejects.toThrow();
  const id = await whenListening(server.query, 'cancels');
  cancelling.abort('no longer interested');
  await refused;
  await expect.poll(() => listenersOf(server.query, id)).toEqual({ state: 'pending', listening: false });
});

test('closing the connection frees the wait at once, and the answer is picked up later', async () => {
  const gone = new AbortController();
  const asked = rawCall(
    server.url,
    'ask_user',
    { question: 'Hang up?', sessionId: 'closes', timeoutMs: 50_000 },
    { ...key(), signal: gone.signal },
  );
  const aborted = expect(asked).rejects.toThrow();
  const id = await whenListening(server.query, 'closes');
  gone.abort();
  await aborted;
  await expect.poll(() => listenersOf(server.query, id)).toEqual({ state: 'pending', listening: false });
  await answer(server, person, id, 'no');
  const { structured } = await rawCall(server.url, 'wait_for_answer', { correlationId: id }, key());
  expect(structured).toMatchObject({ answered: true, value: 'no', status: 'answered' });
});

test('every result says the same in its structure and in its text', async () => {
  const client = await connected();
  const say = async (name: string, args: Record<string, unknown>) => {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    expect(JSON.parse(textOf(result)), name).toEqual(result.structuredContent);
    return result.structuredContent ?? {};
  };
  const { correlationId } = await say('ask_user', { question: 'Same?', wait: false });
  await say('wait_for_answer', { correlationId, timeoutMs: 0 });
  await say('cancel_question', { correlationId });
  await say('wait_for_answer', { correlationId, timeoutMs: 0 });
  await say('send_notification', { title: 'Done', body: 'All of it.' });
});

test('an ask without an agent name is shown under the name of its client', async () => {
  const nameOf = async ({ correlationId }: Record<string, unknown>) =>
    (await server.query<{ agent_name: string }>('SELECT agent_name FROM question WHERE id = $1', [correlationId]))[0]
      ?.agent_name;
  const ask = { question: 'Who asks?', env: 'test' };
  const client = await connected('claude-code');
  expect(await nameOf(await call(client, 'ask_user', ask))).toBe('Claude Code');
  expect(await nameOf(await call(client, 'ask_user', { ...ask, agentName: 'Robot - shop' }))).toBe('Robot - shop');
  const stateless = { ...key(), meta: envelope('my-agent'), headers: newHeaders('tools/call', 'ask_user') };
  expect(await nameOf((await rawCall(server.url, 'ask_user', ask, stateless)).structured)).toBe('my-agent');
});

test('a web page on another name that leads here (DNS rebinding) is refused; one of our own is not', async () => {
  const headers = { ...jsonHeaders, authorization: `Bearer ${server.apiKey}` };
  const statusFor = async (host: string, origin: string) => {
    const request = http.request(`${server.url}/api/mcp/mcp`, {
      method: 'POST',
      headers: { ...headers, host, origin },
    });
    request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const { host } = new URL(server.url);
  expect(await statusFor('evil.example', 'http://evil.example')).toBe(403);
  expect(await statusFor(host, 'http://evil.example')).toBe(403);
  expect(await statusFor(host, 'null')).toBe(403);
  expect(await statusFor(host, server.url)).toBe(200);
});

test('a session id that was tampered with gives no name', async () => {
  const { headers } = await rpc(server.url, 'initialize', hello('2025-06-18', 'claude-code'), key());
  const [, signature] = (headers.get('mcp-session-id') ?? '').split('.');
  const forged = `${Buffer.from(JSON.stringify({ id: 'x', client: 'The owner' })).toString('base64url')}.${signature}`;
  const { structured } = await rawCall(
    server.url,
    'ask_user',
    { question: 'Who asks?', env: 'test' },
    { ...key(), headers: { 'mcp-session-id': forged } },
  );
  const [row] = await server.query<{ agent_name: string }>('SELECT agent_name FROM question WHERE id = $1', [
    structured.correlationId,
  ]);
  expect(row?.agent_name).toBe('');
});
