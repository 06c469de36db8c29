import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KeyActor } from '@/lib/actor';
import { HookReport } from '@/lib/contract/session';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { listSessions } from '@/lib/sessions/list';
import { sessionPage } from '@/lib/sessions/page';
import { sessionPanel } from '@/lib/sessions/panel';
import { reportEvent, reportHooks } from '@/lib/sessions/telemetry';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

// Telemetry counts once, is taken as it comes, and never holds what a person typed (spec 4.2, 6.5).

let place: TestWorkspace;
let agent: KeyActor;
let session: string;

beforeAll(async () => {
  place = await makeWorkspace();
  agent = place.agent;
});

beforeEach(() => {
  session = newId();
});

afterAll(() => closeDatabase());

type Payload = Record<string, unknown> | string;

const envelope = (event: string, payload: Payload = {}, more: Record<string, unknown> = {}) => ({
  wire: 1,
  hookId: newId(),
  source: 'claude-code',
  event,
  payload:
    typeof payload === 'string' ? payload : JSON.stringify({ session_id: session, hook_event_name: event, ...payload }),
  ...more,
});

const report = (...envelopes: unknown[]) =>
  reportHooks(agent, HookReport.parse({ v: 1, machineId: 'm', app: 'nod', envelopes }));

async function sessionRow(): Promise<Record<string, unknown>> {
  const [row, ...more] = await query('SELECT * FROM agent_session WHERE session_id = $1', [session]);
  expect(more).toEqual([]);
  return row ?? {};
}

const lines = async () =>
  (
    await query<{ line: string }>(
      'SELECT line FROM agent_event JOIN agent_session ON agent_session.id = agent_session_id WHERE session_id = $1 ORDER BY agent_event.created_at, agent_event.id',
      [session],
    )
  ).map(({ line }) => line);

test('a batch makes the session, says where it is and what it did last', async () => {
  const taken = await report(
    envelope('SessionStart', { source: 'startup', cwd: '/home/user/shop' }),
    envelope('UserPromptSubmit', { prompt: 'do it' }),
    envelope('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'npm test' } }, { repoKey: 'host/a/shop' }),
    envelope('Stop', { last_assistant_message: 'all done' }),
  );
  expect(taken).toEqual({ accepted: 4, duplicates: 0, ignored: 0 });
  expect(await sessionRow()).toMatchObject({
    machine_id: 'm',
    agent_type: 'claude-code',
    agent_name: 'Claude Code',
    cwd: '/home/user/shop',
    repo_key: 'host/a/shop',
    last_action: '$ npm test',
    hook_seen_at: expect.any(Date),
    last_input_at: expect.any(Date),
    turn_ended_at: expect.any(Date),
  });
  expect(await lines()).toEqual(['Started', 'You sent a prompt', '$ npm test', 'Finished its turn']);
});

test('one hookId counts once, however many deliver it at the same moment', async () => {
  const one = envelope('UserPromptSubmit');
  const taken = await Promise.all(Array.from({ length: 50 }, () => report(one)));
  expect(taken.filter(({ accepted }) => accepted === 1)).toHaveLength(1);
  expect(taken.filter(({ duplicates }) => duplicates === 1)).toHaveLength(49);
  expect(await lines()).toEqual(['You sent a prompt']);
});

test('batches that share reports in different orders count each once and never wait for each other for ever', async () => {
  const shared = Array.from({ length: 12 }, (_, index) =>
    envelope('PreToolUse', { session_id: `${session} ${index % 4}`, tool_name: `tool ${index}` }),
  );
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => report(...shared.slice(turn % 12), ...shared.slice(0, turn % 12))),
  );
  expect(taken.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(12);
});

test('a report that comes again after its session went on changes nothing', async () => {
  const end = envelope('SessionEnd', { reason: 'clear' });
  await report(envelope('SessionStart'), end);
  await report(envelope('SessionStart', { source: 'resume' }));
  expect(await report(end)).toEqual({ accepted: 0, duplicates: 1, ignored: 0 });
  expect(await sessionRow()).toMatchObject({ ended_at: null });
});

test.each(['Stop', 'PostToolUse', 'Notification', 'SubagentStop', 'PreCompact', 'StopFailure'])(
  'a late %s does not bring an ended session back',
  async (event) => {
    await report(envelope('SessionStart'), envelope('SessionEnd', { reason: 'other' }));
    const { hook_seen_at: _, ...before } = await sessionRow();
    await report(envelope(event, { tool_name: 'Late' }));
    expect(await sessionRow()).toMatchObject(before);
  },
);

test.each(['SessionStart', 'UserPromptSubmit', 'PreToolUse'])('a %s brings an ended session back', async (event) => {
  await report(envelope('SessionStart'), envelope('SessionEnd'));
  expect((await sessionRow()).ended_at).not.toBeNull();
  await report(envelope(event));
  expect((await sessionRow()).ended_at).toBeNull();
});

test('the client’s clock decides nothing but the order in the timeline', async () => {
  await report(
    envelope('PreToolUse', { tool_name: 'second' }, { sentAt: '2001-01-01T00:00:02Z' }),
    envelope('PreToolUse', { tool_name: 'first' }, { sentAt: '2001-01-01T00:00:01Z' }),
  );
  expect(await lines()).toEqual(['first', 'second']);
  // What came last is what it does now, and it does it now.
  const row = await sessionRow();
  expect(row.last_action).toBe('first');
  expect(Math.abs(Number(row.last_seen_at) - Date.now())).toBeLessThan(60_000);
});

test.each([
  [
    'codex',
    'PermissionRequest',
    { tool_name: 'Bash', tool_input: { command: ['bash', '-lc', 'ls'] } },
    '$ bash -lc ls',
  ],
  [
    'codex',
    'PreToolUse',
    { tool_name: 'apply_patch', tool_input: { input: '*** Begin Patch\n*** Update File: src/a.ts\n' } },
    'Edited src/a.ts',
  ],
  ['gemini', 'BeforeTool', { tool_name: 'run_shell_command', tool_input: { command: 'npm ci' } }, '$ npm ci'],
  [
    'gemini',
    'BeforeTool',
    { tool_name: 'write_file', tool_input: { file_path: '/w/src/b.ts' }, cwd: '/w' },
    'Edited src/b.ts',
  ],
  ['gemini-cli', 'AfterAgent', { prompt: 'x', prompt_response: 'y' }, 'Finished its turn'],
  ['cursor', 'beforeShellExecution', { command: 'git status' }, '$ git status'],
  ['cursor', 'afterFileEdit', { file_path: '/w/a.css', workspace_roots: ['/w'] }, 'Edited a.css'],
  ['cursor', 'stop', { status: 'completed' }, 'Finished its turn'],
  ['cursor', 'stop', { status: 'error', error: { message: 'lost' } }, 'lost'],
  ['cursor', 'preToolUse', { tool_name: 'Shell', tool_input: '{"command":"make"}' }, '$ make'],
  ['vscode', 'PreToolUse', { tool_name: 'run_in_terminal', tool_input: { command: 'ls' } }, '$ ls'],
  ['claude', 'PreToolUse', { tool_name: 'Edit', tool_input: { file_path: '/w/a.ts' }, cwd: '/w' }, 'Edited a.ts'],
  [
    'claude',
    'PreToolUse',
    { tool_name: 'mcp__nod__ask_user', tool_input: { question: 'Deploy?' } },
    'mcp__nod__ask_user',
  ],
  [
    'claude',
    'PreToolUse',
    { tool_name: 'Bash', tool_input: { command: 'cat <<EOF > a\none\ntwo\nEOF' } },
    '$ cat <<EOF > a …',
  ],
])('%s %s is understood', async (source, event, payload, line) => {
  expect(await report(envelope(event, payload, { source }))).toMatchObject({ accepted: 1 });
  expect(await lines()).toEqual([line]);
});

test('one spelling of the agent in a hook and another in an event are the same session', async () => {
  await report(envelope('SessionStart', {}, { source: 'claude' }));
  await reportEvent(agent, {
    event: 'user_prompt',
    sessionId: session,
    machineId: 'm',
    agentType: 'Claude_Code',
    agentName: 'Claude Code - shop',
  });
  expect(await sessionRow()).toMatchObject({ agent_type: 'claude-code', agent_name: 'Claude Code - shop' });
});

test('what nobody knows and what is broken is ignored, and costs the others nothing', async () => {
  const taken = await report(
    envelope('SomethingNew'),
    envelope('constructor'),
    envelope('PreToolUse', '{"session_id": "cut of'),
    envelope('PreToolUse', '[1, 2]'),
    envelope('PreToolUse', 'null'),
    envelope('PreToolUse', { session_id: 7 }),
    envelope('PreToolUse', { session_id: 'x'.repeat(201) }),
    envelope('PreToolUse', { session_id: 'a\u0000b' }),
    envelope('PreToolUse', { session_id: 'a\ud800b' }),
    { ...envelope('Stop'), payload: undefined },
    envelope('PreToolUse', { tool_name: 'Ba\u0000sh\ud800', tool_input: { command: { deep: [] } }, cwd: 9 }),
    envelope('SessionStart', {}, { source: 'a\u0000b', sentAt: 'yesterday', repoKey: 9, surprise: [] }),
  );
  expect(taken).toEqual({ accepted: 2, duplicates: 0, ignored: 10 });
});

const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
const bash = (input: string) => `{"session_id": "SESSION", "tool_name": "Bash", "tool_input": ${input}}`;

test.each([
  ['a command of things that are no text', bash('{"command": [{"toString": 1, "valueOf": 1}, "ls", 7]}'), 'Bash'],
  [
    'a command nested deeper than a stack',
    bash(JSON.stringify(`{"command": [${deep}]}`)),
    expect.stringContaining('$ {'),
  ],
  ['a payload nested deeper than a stack', bash(`{"command": [${deep}]}`), undefined],
])('%s costs the others of its batch nothing', async (_, payload, line) => {
  const taken = await report(
    envelope('SessionStart'),
    envelope('PreToolUse', payload.replace('SESSION', session)),
    envelope('Stop'),
  );
  expect(taken).toEqual({ accepted: line ? 3 : 2, duplicates: 0, ignored: line ? 0 : 1 });
  expect(await lines()).toEqual(['Started', ...(line ? [line] : []), 'Finished its turn']);
});

test('a command nested deeper than a stack in an event is taken', async () => {
  await reportEvent(agent, {
    event: 'tool',
    sessionId: session,
    tool_name: 'Bash',
    tool_input: `{"command": [${deep}]}`,
  });
  await reportEvent(agent, { event: 'PreToolUse', sessionId: session, command: [{ toString: 1 }], tool_name: 'Bash' });
  expect(await lines()).toEqual(['Bash']);
});

test('a report that cannot be read, for whatever reason, is ignored, and costs the others nothing', async () => {
  const trap = {
    get session_id(): string {
      throw new RangeError('too much');
    },
  };
  const taken = await report(envelope('SessionStart'), { ...envelope('Stop'), payload: trap }, envelope('Stop'));
  expect(taken).toEqual({ accepted: 2, duplicates: 0, ignored: 1 });
});

test.each([
  ['envelopes', {}],
  ['envelopes', { envelopes: 'many' }],
  ['envelopes[0]', { envelopes: [7] }],
  ['envelopes[0].hookId', { envelopes: [{ event: 'Stop' }] }],
  ['envelopes[0].hookId', { envelopes: [{ hookId: 'a\u0000', event: 'Stop' }] }],
  ['envelopes[0].event', { envelopes: [{ hookId: 'a', event: 7 }] }],
])('what cannot be done without is refused by name: %s', (field, body) => {
  const { error } = HookReport.safeParse(body);
  const path = error?.issues[0]?.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  expect(path).toBe(`.${field}`);
});

test('what a person typed and what is secret is stored nowhere', async () => {
  const marker = `marker${newId()}`;
  const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
  await report(
    envelope('UserPromptSubmit', { prompt: marker }),
    envelope('BeforeAgent', { prompt: marker }),
    envelope('beforeSubmitPrompt', { prompt: marker }),
    envelope('Stop', { last_assistant_message: marker }),
    envelope('PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: `curl -H "Authorization: Bearer ${secret}" example.test` },
    }),
    envelope('PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'a', content: `${marker} ${secret}` } }),
    envelope('PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'cat a' },
      tool_response: `${marker} ${secret}`,
    }),
    envelope('StopFailure', { error: `refused: token=${secret}` }),
    envelope('Notification', { message: `allow ${secret}?` }),
  );
  await reportEvent(agent, { event: 'user_prompt', sessionId: session, prompt: marker, text: marker });
  expect(await lines()).toHaveLength(10);
  const tables = await query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await query<{ count: string }>(`SELECT count(*) FROM "${name}" t WHERE t::text LIKE ANY ($1)`, [
      [`%${marker}%`, `%${secret}%`],
    ]);
    if (Number(row?.count) > 0) found.push(name);
  }
  expect(tables.length).toBeGreaterThan(15);
  expect(found).toEqual([]);
});

test('names, folders and repositories are stored and told without the secrets in them', async () => {
  const key = ['sk', 'live', 'aB3dE5fG7hJ9kL1mN2pQ4rS6'].join('-');
  await report(
    envelope(
      'SessionStart',
      {},
      { source: `My ${key}`, cwd: '/a?token=hunter2-a', repoKey: 'https://me:hunter2-b@host/shop' },
    ),
  );
  const secret = new RegExp(`hunter2|${key}`, 'i');
  expect(await sessionRow()).toMatchObject({ agent_type: expect.stringContaining('[secret removed]') });
  expect(JSON.stringify(await sessionRow())).not.toMatch(secret);
  await reportEvent(agent, { event: 'user_prompt', sessionId: session, machineId: 'm', agentName: `Claude ${key}` });
  const row = await sessionRow();
  expect(row).toMatchObject({
    agent_name: 'Claude [secret removed]',
    repo_key: 'https://me:[secret removed]@host/shop',
  });
  expect(JSON.stringify(row)).not.toMatch(secret);
  // What came in on another way is told without them all the same.
  await query(
    'UPDATE agent_session SET agent_name = $2, agent_type = $2, cwd = $3, repo_key = $3 WHERE session_id = $1',
    [session, `Claude ${key}`, 'https://me:hunter2-b@host/shop'],
  );
  const listed = await listSessions(agent, { limit: 100 });
  expect(listed.sessions.find(({ sessionId }) => sessionId === session)?.agentName).toBe('Claude [secret removed]');
  const page = await sessionPage(place.owner, String(row.id));
  const panel = await sessionPanel(place.owner);
  expect(page?.facts.length).toBeGreaterThan(3);
  expect(JSON.stringify([listed, page, panel])).not.toMatch(secret);
});

test('a line is one line of at most 200 characters', async () => {
  await report(
    envelope('PreToolUse', { tool_name: 'Bash', tool_input: { command: `echo ${'🙂'.repeat(500)}\nrm x` } }),
  );
  const [line = ''] = await lines();
  expect([...line]).toHaveLength(200);
  expect(line).not.toMatch(/[\n\r]|rm x/);
});

test('the page of a session tells its story once, newest first, and only to its workspace', async () => {
  const command = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
  await report(
    envelope('SessionStart'),
    envelope('PreToolUse', command),
    envelope('PostToolUse', command),
    envelope('SubagentStop'),
  );
  const id = String((await sessionRow()).id);
  const page = await sessionPage(place.owner, id);
  expect(page?.timeline.map(({ title }) => title)).toEqual(['$ npm test', 'Started']);
  const stranger = await makeWorkspace();
  expect(await sessionPage(stranger.owner, id)).toBeUndefined();
  expect(await sessionPage(place.owner, 'not an id')).toBeUndefined();
});
