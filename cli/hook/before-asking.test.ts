import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHook, signedInFolder } from './testing/run-hook';
import { asks, base, before, decision, input, project, scriptedHooks } from './testing/scripted-hooks';
import type { Scripted } from './testing/scripted-server';

const { scripted, file } = scriptedHooks();

describe('before anybody was asked, what goes wrong leaves the call to the agent and its person', () => {
  const ownPrompt = {
    code: 0,
    answer: decision('ask', 'Nod could not be asked whether this may run.'),
    stderr: expect.stringMatching(/^nod hook: [^\n]+\n$/),
  };
  const silent = { code: 0, stdout: '', stderr: expect.stringMatching(/^nod hook: [^\n]+\n$/) };

  test.each([
    ['nothing', ''],
    ['no JSON', '{"hook_event_name": "PreToolUse"'],
    ['another event', JSON.stringify({ ...before, hook_event_name: 'SomethingNew' })],
    ['no tool', JSON.stringify({ ...base, hook_event_name: 'PreToolUse' })],
    ['a list', '[]'],
  ])('on stdin: %s', async (_, stdin) => {
    const { server, hook } = await scripted({ gate: { kind: 'allow' } });
    expect(await runHook(hook, 'claude-code', stdin)).toMatchObject(silent);
    expect(server.received).toEqual([]);
  });

  test('an agent that it does not know', async () => {
    const { hook } = await scripted({});
    expect(await runHook(hook, 'notepad', before)).toMatchObject(silent);
  });

  test('nobody signed in', async () => {
    const hook = { file: file(), configFolder: join(signedInFolder('http://127.0.0.1:9'), 'empty') };
    expect(await runHook(hook, 'claude-code', before)).toMatchObject(ownPrompt);
  });

  test('no server there', async () => {
    const { server, hook } = await scripted({});
    await server.close();
    expect(await runHook(hook, 'claude-code', before)).toMatchObject(ownPrompt);
  });

  test.each<[string, Scripted]>([
    ['a connection that breaks', { fails: 'reset' }],
    ['a page of a proxy', { fails: 'garbage' }],
    ['more than anybody reads', { fails: 'huge' }],
    ['the error 500', { fails: 'status', status: 500 }],
    ['too many calls', { fails: 'status', status: 429 }],
    ['a key that was revoked', { fails: 'status', status: 401 }],
    ['a verdict of a later version', { kind: 'perhaps' }],
    ['no verdict at all', {}],
  ])('the gate answers with %s', async (_, gate) => {
    const { hook } = await scripted({ gate });
    expect(await runHook(hook, 'claude-code', before)).toMatchObject(ownPrompt);
  });

  test.each([400, 413])('a call that the gate cannot read (%d) does not pass because of that', async (status) => {
    const { hook } = await scripted({ gate: { fails: 'status', status } });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('ask'));
    expect((await runHook(hook, 'codex', before)).answer).toMatchObject(decision('deny'));
  });

  test('the gate never answers', async () => {
    const { hook } = await scripted({ gate: { fails: 'never' } });
    expect(await runHook(hook, 'claude-code', before)).toMatchObject(ownPrompt);
  }, 15_000);

  test.each([
    ['what Nod never asks about', 'claude-code', { ...before, tool_name: 'Read', tool_input: { file_path: 'a.ts' } }],
    ['Nod’s own tools', 'claude-code', { ...before, tool_name: 'mcp__nod__ask_user', tool_input: {} }],
    ['an agent that cannot be made to prompt', 'codex', before],
  ])('without a server, %s goes on by the agent’s own rules', async (_, agent, call) => {
    const { server, hook } = await scripted({});
    await server.close();
    expect(await runHook(hook, agent, call)).toMatchObject(silent);
  });

  test('the question is refused: the agent prompts, whatever its own rules say', async () => {
    const { server, hook } = await scripted({ gate: asks(), ask_user: { fails: 'status', status: 429 } });
    const { answer, code } = await runHook(hook, 'claude-code', before);
    expect({ answer, code }).toMatchObject({ answer: decision('ask'), code: 0 });
    expect(server.of('ask_user')).toHaveLength(1);
  });
});

describe('the verdict is followed', () => {
  test.each([
    ['allow', { kind: 'allow', reason: 'Reads only' }, decision('allow', 'Reads only')],
    ['deny', { kind: 'deny', reason: 'Your rule' }, decision('deny', 'Your rule')],
    ['kill', { kind: 'kill', reason: 'Stopped' }, decision('deny', 'Stopped')],
    ['no_opinion', { kind: 'no_opinion', reason: 'not_gated' }, undefined],
  ])('%s', async (_, gate, answer) => {
    const { server, hook } = await scripted({ gate });
    const run = await runHook(hook, 'claude-code', before);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.answer).toEqual(answer);
    expect(server.of('gate')[0]?.body).toMatchObject({
      v: 1,
      source: 'claude-code',
      toolName: 'Bash',
      toolInputs: [input],
      sessionId: 's-1',
      machineId: 'ab12cd34',
      repoRoot: project,
    });
    expect(server.of('ask_user')).toEqual([]);
  });
});
