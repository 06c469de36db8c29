import { describe, expect, test } from 'vitest';
import { runHook } from './testing/run-hook';
import { answered, asks, before, decision, permission, scriptedHooks } from './testing/scripted-hooks';

const { scripted } = scriptedHooks();
const ownRules = { ...asks(), ownRulesStand: true };

describe('where nothing of the person’s speaks, the allow rules of Claude Code stand', () => {
  test.each(['default', 'acceptEdits', 'plan'])('nothing is said before the tool, in the mode %s', async (mode) => {
    const { server, hook } = await scripted({ gate: ownRules });
    const run = await runHook(hook, 'claude-code', { ...before, permission_mode: mode });
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(server.of('gate')).toHaveLength(1);
    expect(server.of('ask_user')).toEqual([]);
  });

  test('what they do not allow is asked once, when it is about to prompt', async () => {
    const { server, hook } = await scripted({ gate: ownRules, wait_for_answer: answered('yes') });
    await runHook(hook, 'claude-code', before);
    expect((await runHook(hook, 'claude-code', permission)).answer).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
    expect(server.of('ask_user')).toHaveLength(1);
  });

  test('an answer to an earlier call that did the same decides neither event of the next', async () => {
    const { server, hook } = await scripted({
      gate: [asks(), ownRules],
      wait_for_answer: [answered('no'), answered('no'), answered('yes')],
    });
    await runHook(hook, 'claude-code', before);
    expect((await runHook(hook, 'claude-code', before)).stdout).toBe('');
    const asked = (behavior: string) => ({ hookSpecificOutput: { decision: { behavior } } });
    expect((await runHook(hook, 'claude-code', permission)).answer).toMatchObject(asked('deny'));
    expect((await runHook(hook, 'claude-code', before)).stdout).toBe('');
    expect((await runHook(hook, 'claude-code', permission)).answer).toMatchObject(asked('allow'));
    expect(server.of('ask_user')).toHaveLength(3);
  });
});

describe('everywhere else it is asked before the tool runs', () => {
  test.each([
    ['a risky call', 'claude-code', 'default', asks()],
    ['no true at all', 'claude-code', 'default', { ...asks(), ownRulesStand: 'true' }],
    ['a mode that never prompts', 'claude-code', 'bypassPermissions', ownRules],
    ['a mode that denies', 'claude-code', 'dontAsk', ownRules],
    ['a mode of a later version', 'claude-code', 'auto', ownRules],
    ['no mode', 'claude-code', undefined, ownRules],
    ['VS Code', 'vscode', 'default', ownRules],
  ])('%s', async (_, agent, permission_mode, gate) => {
    const { server, hook } = await scripted({ gate, wait_for_answer: answered('yes') });
    const { answer } = await runHook(hook, agent, { ...before, permission_mode });
    expect(answer).toMatchObject(decision('allow'));
    expect(server.of('ask_user')).toHaveLength(1);
  });

  test('Codex', async () => {
    const { server, hook } = await scripted({ gate: ownRules, wait_for_answer: answered('no') });
    expect((await runHook(hook, 'codex', before)).answer).toMatchObject(decision('deny', 'The person said no.'));
    expect(server.of('ask_user')).toHaveLength(1);
  });
});
