import { expect, test } from '@playwright/test';
import { waitUntil } from '../push/wait-until';
import { rawCall } from '../server/mcp';
import { answer, type PersonSession, signIn } from '../server/person';
import { type NodServer, startServer, stopEverything } from '../server/start-server';
import { firstWorkspace, makeKey, openPage, raiseLimits } from '../server/workspace';
import { type HookEvent, type HookMachine, makeHookMachine } from './run-hook';

// The whole way of a hook against a real server: gate, question, a person's answer, what the agent is told (spec 4.2).

let server: NodServer;
let person: PersonSession;
let apiKey: string;
let hooks: HookMachine;
const machines: HookMachine[] = [];
let sessions = 0;

test.beforeAll(async () => {
  server = await startServer();
  const workspace = await firstWorkspace(server.query);
  await server.query(`UPDATE member SET delivery_mode = 'push_only'`);
  await openPage(server.query, workspace);
  await raiseLimits(server.query);
  apiKey = await makeKey(server.query, workspace, 'agent');
  person = await signIn(server);
});

test.beforeEach(async () => {
  await server.query('DELETE FROM policy_rule');
  hooks = await anotherMachine();
});

test.afterAll(async () => {
  await Promise.all(machines.map(({ machine }) => machine.remove()));
  await stopEverything();
});

async function anotherMachine(): Promise<HookMachine> {
  const made = await makeHookMachine(server, apiKey, { sessionId: `session-${++sessions}` });
  machines.push(made);
  return made;
}

const command = 'npm install left-pad';
// Where the agent has rules of its own to go by, they come before Nod's (see the last test).
const permission_mode = 'bypassPermissions';
const before: HookEvent = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  permission_mode,
};
const permission: HookEvent = { ...before, hook_event_name: 'PermissionRequest' };

interface Asked {
  id: string;
  question: string;
  type: string;
  session_id: string;
  action_body: string;
  agent_name: string;
}

const openQuestion = (): Promise<Asked> =>
  waitUntil('an open question', async () => {
    const open = await server.query<Asked>(`SELECT * FROM question WHERE state = 'pending' AND session_id = $1`, [
      `session-${sessions}`,
    ]);
    return open[0];
  });

const asked = async (): Promise<number> => {
  const [row] = await server.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM question WHERE session_id = $1',
    [`session-${sessions}`],
  );
  return row?.count ?? 0;
};

const rule = (fields: { seconds: number; action: string }) =>
  server.query(
    `INSERT INTO policy_rule (id, workspace_id, pattern, effect, mode, timeout_seconds, timeout_action)
     SELECT gen_random_uuid(), id, 'Bash(npm:*)', 'ask', 'push_only', $1, $2 FROM workspace`,
    [fields.seconds, fields.action],
  );

test('a yes lets the command run', async () => {
  const { ended } = hooks.start(before);
  const question = await openQuestion();
  expect(question).toMatchObject({ question: `Run ${command}?`, type: 'confirm', action_body: command });
  expect(question.agent_name).toMatch(/^Claude Code - ./);
  await answer(server, person, question.id, 'yes');
  expect(await ended).toMatchObject({ decision: 'allow', stderr: '' });
});

test('a no stops it, with the note as the reason', async () => {
  const { ended } = hooks.start(before);
  await answer(server, person, (await openQuestion()).id, 'no', 'Use the one that is there.');
  expect(await ended).toMatchObject({ decision: 'deny', reason: 'The person said no: Use the one that is there.' });
});

test('"ask me there" is the agent’s own prompt, and its PermissionRequest asks nobody again', async () => {
  const { ended } = hooks.start(before);
  await answer(server, person, (await openQuestion()).id, 'defer');
  expect(await ended).toMatchObject({ decision: 'ask' });
  expect(await hooks.run(permission)).toMatchObject({ answer: undefined, stderr: '' });
  expect(await asked()).toBe(1);
});

for (const [action, decision] of [
  ['escalate', 'ask'],
  ['deny', 'deny'],
] as const) {
  test(`nobody answers in time: ${action}, and the question is taken back`, async () => {
    await rule({ seconds: 1, action });
    expect(await hooks.run(before)).toMatchObject({ decision });
    const [question] = await server.query('SELECT state, settled_reason FROM question WHERE session_id = $1', [
      `session-${sessions}`,
    ]);
    expect(question).toEqual({ state: 'cancelled', settled_reason: 'handoff' });
  });
}

test('Codex is told at its PermissionRequest', async () => {
  const { ended } = hooks.start({ ...before, agent: 'codex' });
  await answer(server, person, (await openQuestion()).id, 'yes');
  expect(await ended).toMatchObject({ answer: undefined, stderr: '' });
  expect(await hooks.run({ ...permission, agent: 'codex' })).toMatchObject({ decision: 'allow' });
  expect(await asked()).toBe(1);
});

test('what only reads runs at once, and what is Nod’s own is not gated', async () => {
  const reads = { ...before, tool_input: { command: 'git status' } };
  expect(await hooks.run(reads)).toMatchObject({ decision: 'allow' });
  for (const tool of ['ask_user', 'wait_for_answer', 'cancel_question', 'propose_scope', 'send_notification']) {
    const own = { ...before, tool_name: `mcp__nod__${tool}`, tool_input: { question: 'Deploy?' } };
    expect(await hooks.run(own), tool).toMatchObject({ answer: undefined, stderr: '' });
  }
  expect(await asked()).toBe(0);
});

test('a stopped session is denied everything', async () => {
  await hooks.run({ hook_event_name: 'SessionStart', source: 'startup' });
  await waitUntil('the session', async () => {
    const [row] = await server.query('SELECT 1 FROM agent_session WHERE session_id = $1', [`session-${sessions}`]);
    return row;
  });
  await server.query(`UPDATE agent_session SET stopped_until = nod_now() + interval '1 hour' WHERE session_id = $1`, [
    `session-${sessions}`,
  ]);
  const reads = { ...before, tool_input: { command: 'git status' } };
  expect(await hooks.run(reads)).toMatchObject({ decision: 'deny', reason: expect.stringContaining('stopped') });
});

test('answered where the agent runs: what the tool did takes the question back', async () => {
  const { running, ended } = hooks.start({ ...before, tool_use_id: 'toolu_01LocalAnswer0001' });
  const { id } = await openQuestion();
  await hooks.run({ ...before, hook_event_name: 'PostToolUse', tool_use_id: 'toolu_01LocalAnswer0001' });
  await waitUntil('the end of the question', async () => {
    const [row] = await server.query<{ state: string }>('SELECT state FROM question WHERE id = $1', [id]);
    return row?.state === 'cancelled';
  });
  running.kill();
  expect((await ended).decision).toBe('deny');
});

test('the agent’s own question is asked in Nod; while it is handed back, it is not', async () => {
  const questions = [
    {
      question: 'Which colour?',
      header: 'Colour',
      multiSelect: false,
      options: [{ label: 'Teal' }, { label: 'Amber' }],
    },
  ];
  const own = { ...before, tool_name: 'AskUserQuestion', tool_input: { questions } };
  const { ended } = hooks.start(own);
  const question = await openQuestion();
  expect(question).toMatchObject({ type: 'select', question: 'Which colour?' });
  await answer(server, person, question.id, 'Amber');
  expect(await ended).toMatchObject({ decision: 'deny', reason: expect.stringContaining('Which colour? → Amber') });

  // Taken back: from now on the agent asks itself, for a minute.
  const second = hooks.start(own);
  const { id } = await openQuestion();
  await rawCall(server.url, 'cancel_question', { correlationId: id, handoff: true }, { key: apiKey });
  await second.ended;
  const count = await asked();
  expect(await hooks.run(own)).toMatchObject({ answer: undefined, stderr: '' });
  expect(await asked()).toBe(count);
});

test('a session shows what its hooks tell', async () => {
  await hooks.run({ hook_event_name: 'SessionStart', source: 'startup' });
  await hooks.run({ ...before, hook_event_name: 'PostToolUse', tool_response: 'ok' });
  const row = await waitUntil('the last action', async () => {
    const [found] = await server.query<{ last_action: string | null; agent_type: string; ended_at: Date | null }>(
      'SELECT last_action, agent_type, ended_at FROM agent_session WHERE session_id = $1',
      [`session-${sessions}`],
    );
    return found?.last_action ? found : undefined;
  });
  expect(row).toMatchObject({ last_action: `$ ${command}`, agent_type: 'claude-code', ended_at: null });
  await hooks.run({ hook_event_name: 'SessionEnd', reason: 'other' });
  await waitUntil('the end of the session', async () => {
    const [found] = await server.query<{ ended_at: Date | null }>(
      'SELECT ended_at FROM agent_session WHERE session_id = $1',
      [`session-${sessions}`],
    );
    return found?.ended_at;
  });
});

test('what only the preset asks about is left to Claude Code’s own rules, and asked when those would prompt', async () => {
  const byItsRules = { permission_mode: 'default' };
  expect(await hooks.run({ ...before, ...byItsRules })).toMatchObject({ answer: undefined, stderr: '' });
  expect(await asked()).toBe(0);
  const { ended } = hooks.start({ ...permission, ...byItsRules });
  await answer(server, person, (await openQuestion()).id, 'yes');
  expect(await ended).toMatchObject({ decision: 'allow' });
  await rule({ seconds: 1, action: 'deny' });
  expect(await hooks.run({ ...before, ...byItsRules, tool_input: { command: 'npm ci' } })).toMatchObject({
    decision: 'deny',
  });
});
