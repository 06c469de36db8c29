import { describe, expect, test } from 'vitest';
import { isOwnTool } from '@/lib/policies/tool-call';
import { shapesOf } from './shapes';
import { type HookSettings, runHook, startHook } from './testing/run-hook';
import {
  after,
  answered,
  asks,
  base,
  before,
  decision,
  permission,
  project,
  scriptedHooks,
} from './testing/scripted-hooks';
import type { ScriptedServer } from './testing/scripted-server';

const { scripted } = scriptedHooks();

describe('two events of one call', () => {
  test('Claude Code: what its own prompt is to decide is not asked twice', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('defer') });
    await runHook(hook, 'claude-code', before);
    expect(await runHook(hook, 'claude-code', permission)).toMatchObject({ stdout: '', stderr: '' });
    expect(server.of('gate')).toHaveLength(1);
    expect(server.of('ask_user')).toHaveLength(1);
  });

  test('Claude Code: a PermissionRequest of another call is asked for itself', async () => {
    const { hook } = await scripted({ gate: asks(), wait_for_answer: answered('yes') });
    await runHook(hook, 'claude-code', before);
    const other = { ...permission, tool_input: { command: 'rm -rf /' } };
    const { answer } = await runHook(hook, 'claude-code', other);
    expect(answer).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
  });

  test('Codex: a yes goes to the PermissionRequest that follows, once', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: [answered('yes'), answered('no')] });
    expect((await runHook(hook, 'codex', before)).stdout).toBe('');
    expect((await runHook(hook, 'codex', permission)).answer).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
    expect(server.of('ask_user')).toHaveLength(1);
    expect((await runHook(hook, 'codex', permission)).answer).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny', message: 'The person said no.' } },
    });
    expect(server.of('ask_user')).toHaveLength(2);
  });

  test('Codex: another session gets no yes of this one', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('yes') });
    await runHook(hook, 'codex', before);
    await runHook(hook, 'codex', { ...permission, session_id: 's-2' });
    expect(server.of('ask_user')).toHaveLength(2);
  });

  test('Codex, where it never prompts: without a yes it is denied', async () => {
    const { hook } = await scripted({ gate: asks(), wait_for_answer: answered('defer') });
    const { answer } = await runHook(hook, 'codex', { ...before, permission_mode: 'bypassPermissions' });
    expect(answer).toMatchObject(decision('deny'));
  });

  test('Codex, where it prompts: one who wants to be asked at the keyboard has approved nothing', async () => {
    const { hook } = await scripted({ gate: asks(), wait_for_answer: answered('defer') });
    expect((await runHook(hook, 'codex', before)).answer).toMatchObject(decision('deny'));
  });

  test('Codex: what was approved before a tool is not asked again for its escalation, whose input says more', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('yes') });
    await runHook(hook, 'codex', before);
    const escalated = {
      ...permission,
      tool_input: { ...permission.tool_input, description: 'It has to leave the sandbox' },
    };
    expect((await runHook(hook, 'codex', escalated)).answer).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'allow' } },
    });
    expect(server.of('ask_user')).toHaveLength(1);
  });

  test('Codex: nothing that it would let run itself runs by silence', async () => {
    const { hook } = await scripted({ gate: asks({ timeoutSeconds: 0.3 }) });
    expect((await runHook(hook, 'codex', before)).answer).toMatchObject(decision('deny'));
  });

  test('Codex, where it never prompts: it waits although the phone is silent', async () => {
    const suppressed = { correlationId: 'q-1', status: 'pending', suppressed: true };
    const push = asks({ mode: 'push_first' });
    const { hook } = await scripted({ gate: push, ask_user: suppressed, wait_for_answer: answered('yes') });
    const run = await runHook(hook, 'codex', { ...before, permission_mode: 'bypassPermissions' });
    expect(run).toMatchObject({ stdout: '', stderr: '' });
    expect((await runHook(hook, 'codex', permission)).answer).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'allow' } },
    });
  });

  test('Cursor: a command is asked for once', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('yes') });
    const cursor = { conversation_id: 'c-1', workspace_roots: [project] };
    const first = {
      ...cursor,
      hook_event_name: 'preToolUse',
      tool_name: 'Shell',
      tool_input: { command: 'rm -rf build' },
    };
    const second = { ...cursor, hook_event_name: 'beforeShellExecution', command: 'rm -rf build', cwd: project };
    expect((await runHook(hook, 'cursor', first)).answer).toEqual({ permission: 'allow' });
    expect((await runHook(hook, 'cursor', second)).answer).toEqual({ permission: 'allow' });
    expect(server.of('ask_user')).toHaveLength(1);
  });
});

describe('answered where the agent runs', () => {
  async function leaveOpen(): Promise<{ server: ScriptedServer; hook: HookSettings }> {
    const made = await scripted({ gate: asks(), wait_for_answer: { fails: 'never' } });
    const running = startHook(made.hook, 'claude-code', before);
    await expect.poll(() => made.server.of('wait_for_answer')).toHaveLength(1);
    running.process.kill('SIGKILL');
    await running.ended;
    return made;
  }

  test.each([
    ['the tool has run', after],
    ['the next prompt', { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'Go on' }],
    ['the session ended', { ...base, hook_event_name: 'SessionEnd', reason: 'other' }],
  ])("the phone's question is taken back: %s", async (_, event) => {
    const { server, hook } = await leaveOpen();
    expect(await runHook(hook, 'claude-code', event)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(server.of('cancel_question').map(({ given }) => given.correlationId)).toEqual(['q-1']);
    await runHook(hook, 'claude-code', after);
    expect(server.of('cancel_question')).toHaveLength(1);
  });

  test('a twin that does the same takes nothing back', async () => {
    const made = await scripted({ gate: asks(), wait_for_answer: { fails: 'never' } });
    const running = startHook(made.hook, 'claude-code', before);
    await expect.poll(() => made.server.of('wait_for_answer')).toHaveLength(1);
    await runHook(made.hook, 'claude-code', { ...after, tool_use_id: 'toolu_2' });
    expect(made.server.of('cancel_question')).toEqual([]);
    const { tool_use_id: _, ...withoutId } = after;
    await runHook(made.hook, 'claude-code', withoutId);
    expect(made.server.of('cancel_question')).toHaveLength(1);
    running.process.kill('SIGKILL');
    await running.ended;
  });

  test('another session takes nothing back', async () => {
    const { server, hook } = await leaveOpen();
    await runHook(hook, 'claude-code', { ...after, session_id: 's-2' });
    expect(server.of('cancel_question')).toEqual([]);
  });
});

test('Cursor names no MCP server: Nod’s own tools are known by its address, the same names of others are not', () => {
  const read = (url: string) =>
    shapesOf('cursor').read(
      JSON.stringify({
        conversation_id: 'c',
        hook_event_name: 'beforeMCPExecution',
        tool_name: 'ask_user',
        tool_input: '{}',
        url,
      }),
    ).toolName ?? '';
  expect(isOwnTool(read('https://nod.example.test/api/mcp/mcp'))).toBe(true);
  expect(isOwnTool(read('https://evil.example.test/mcp'))).toBe(false);
});
