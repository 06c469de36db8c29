import { expect, test } from '@playwright/test';
import { rawCall } from '../server/mcp';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, openPage } from '../server/workspace';

let server: NodServer;

test.beforeAll(async () => {
  server = await startServer({ env: { NOD_KEY_RATE: '100000' } });
  await openPage(server.query, await firstWorkspace(server.query));
});
test.afterAll(stopEverything);

/** As hooks call: with a content type on every request, also where there is no body. */
async function send(address: string, body?: unknown, key = server.apiKey) {
  const response = await fetch(server.url + address, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
}
const gate = (call: Record<string, unknown>) =>
  send('/api/agent/gate', { v: 1, source: 'claude-code', cwd: '/home/user/shop', sessionId: 'wire', ...call });

test('the oldest hooks get what they need: the rules, the mode, a question and its wait', async () => {
  const policy = await send('/api/mcp/policy');
  expect(policy).toMatchObject({
    status: 200,
    reply: {
      policies: [],
      defaultTimeoutSeconds: 45,
      defaultTimeoutAction: 'escalate',
      defaultMode: 'push_first',
      defaultPushFirstSeconds: 20,
    },
  });
  expect(await send('/api/mcp/mode?session=wire')).toMatchObject({
    status: 200,
    reply: { override: null, kill: false },
  });
  const asked = await rawCall(
    server.url,
    'ask_user',
    {
      question: 'Run rm -rf build?',
      type: 'confirm',
      toolName: 'Bash',
      toolTarget: 'rm -rf build',
      actionBody: 'rm -rf build',
      machineId: '0a1b2c3d',
      sessionId: 'wire',
      agentName: 'VS Code - shop',
      wait: false,
    },
    { key: server.apiKey },
  );
  const correlationId = asked.structured?.correlationId as string;
  expect(asked.structured).toMatchObject({ status: 'pending', expiresInSeconds: 600 });
  const waited = await rawCall(server.url, 'wait_for_answer', { correlationId, timeoutMs: 1 }, { key: server.apiKey });
  expect(waited.structured).toMatchObject({ status: 'pending', nextAction: 'wait_for_answer' });
  const cancelled = await rawCall(
    server.url,
    'cancel_question',
    { correlationId, handoff: true },
    { key: server.apiKey },
  );
  expect(cancelled.structured).toMatchObject({ cancelled: true, askHandoff: true });
});

test('the newer hooks get a verdict for every agent’s own names and shapes', async () => {
  const ask = {
    kind: 'ask',
    policy: { timeoutAction: 'escalate' },
    questionContext: { toolName: 'Bash', toolTarget: 'npm install x' },
  };
  for (const [source, toolName, input] of [
    ['claude-code', 'Bash', { command: 'npm install x', description: 'adds x' }],
    ['codex', 'shell', { command: ['npm', 'install', 'x'] }],
    ['codex', 'exec_command', { cmd: 'npm install x' }],
    ['gemini-cli', 'run_shell_command', { command: 'npm install x' }],
    ['vscode', 'run_in_terminal', { command: 'npm install x' }],
    ['cursor', 'Shell', { tool: 'Shell', params: { command: 'npm install x' } }],
    ['cursor', 'Bash', 'npm install x'],
  ] as const)
    expect([toolName, (await gate({ source, toolName, toolInputs: [input] })).reply]).toMatchObject([toolName, ask]);
  expect((await gate({ toolName: 'Bash', toolInputs: [{ command: 'git status' }] })).reply).toMatchObject({
    kind: 'allow',
  });
  for (const [toolName, input] of [
    ['Write', { file_path: '/home/user/shop/a.ts', content: 'x' }],
    ['replace_string_in_file', { filePath: '/home/user/shop/a.ts' }],
    ['mcp__nod__ask_user', { question: 'x' }],
    ['TodoWrite', {}],
  ] as const)
    expect((await gate({ toolName, toolInputs: [input] })).reply).toEqual({ kind: 'no_opinion', reason: 'not_gated' });
});

test('the newest hooks report beside it, and the gate knows their session', async () => {
  const envelope = {
    wire: 1,
    hookId: 'h1',
    source: 'claude-code',
    event: 'SessionStart',
    sentAt: new Date().toISOString(),
    cwd: '/home/user/shop',
    repoKey: 'github.com/acme/shop',
    payload: JSON.stringify({ session_id: 'newest' }),
  };
  expect(
    (await send('/api/agent/hook', { v: 1, machineId: '0a1b2c3d', app: 'hooks', envelopes: [envelope] })).reply,
  ).toMatchObject({ accepted: 1 });
  await gate({ toolName: 'Bash', toolInputs: [{ command: 'git status' }], sessionId: 'newest', machineId: '0a1b2c3d' });
  const sessions = await rawCall(server.url, 'list_sessions', {}, { key: server.apiKey });
  const named = ((sessions.structured?.sessions ?? []) as { sessionId: string }[]).filter(
    ({ sessionId }) => sessionId === 'newest',
  );
  expect(named).toHaveLength(1);
});

test('a key that may not gate, or is none, is refused before its body is judged', async () => {
  const call = { toolName: 'Bash', toolInputs: [{ command: 'ls' }] };
  const connector = await makeKey(server.query, await firstWorkspace(server.query), 'connector');
  expect((await send('/api/agent/gate', call, connector)).status).toBe(403);
  expect((await send('/api/agent/gate', 'not json', 'pk_0000')).status).toBe(401);
  expect((await send('/api/agent/gate', call, `pk_${'0'.repeat(16)}.${'0'.repeat(48)}`)).status).toBe(401);
  expect((await send('/api/mcp/policy', undefined, connector)).status).toBe(403);
});

test('odd calls get a verdict or a named refusal, never a failure', async () => {
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  const odd: unknown[] = [
    null,
    7,
    '',
    {},
    [],
    { command: 7 },
    { command: { toString: 1 } },
    { command: '\u0000' },
    { command: '$('.repeat(50_000) },
    { command: 'x'.repeat(1_000_000) },
    { file_path: ['a'] },
    { file_path: `${'../'.repeat(50_000)}etc` },
  ];
  for (const toolName of ['Bash', 'Edit', 'apply_patch', 'mcp__x__y', 'constructor', '__proto__', 'Ｂash'])
    for (const input of odd) {
      const { status, reply } = await gate({ toolName, toolInputs: [input] });
      expect([toolName, String(JSON.stringify(input)).slice(0, 40), status]).toEqual([
        toolName,
        String(JSON.stringify(input)).slice(0, 40),
        200,
      ]);
      if (toolName === 'Bash') expect(reply.kind, String(JSON.stringify(input)).slice(0, 40)).toBe('ask');
    }
  for (const body of [
    {},
    { toolName: '' },
    { toolName: 7 },
    { toolName: 'x'.repeat(301) },
    'not json',
    `{"toolName":"Bash","toolInputs":${deep}}`,
    '7',
    '[]',
  ])
    expect((await send('/api/agent/gate', body)).status, String(JSON.stringify(body)).slice(0, 60)).toBe(400);
  expect((await send('/api/agent/gate', { toolName: 'Bash', toolInputs: ['x'.repeat(3_000_000)] })).status).toBe(413);
  const { reply } = await send('/api/agent/gate', { toolName: '' });
  expect(reply).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('toolName') });
});
