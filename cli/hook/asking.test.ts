import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHook } from './testing/run-hook';
import { after, answered, asks, base, before, decision, permission, scriptedHooks } from './testing/scripted-hooks';

const { scripted } = scriptedHooks();

describe('the person decides', () => {
  test.each([
    ['yes', answered('yes'), 'allow', 'The person said yes.'],
    ['no', answered('no'), 'deny', 'The person said no.'],
    ['no, with a note', answered('no', 'Use rimraf'), 'deny', 'The person said no: Use rimraf'],
    ['defer', answered('defer'), 'ask', undefined],
    ['something else', answered('YES'), 'deny', undefined],
    ['yes without being answered', { answered: false, status: 'answered', value: 'yes' }, 'deny', undefined],
    ['withdrawn', { answered: false, status: 'cancelled' }, 'deny', undefined],
    ['expired', { answered: false, status: 'expired' }, 'ask', undefined],
    ['gone', { answered: false, status: 'missing' }, 'deny', undefined],
  ])('%s', async (_, reply, permissionDecision, reason) => {
    const { hook } = await scripted({ gate: asks(), wait_for_answer: reply });
    const { answer } = await runHook(hook, 'claude-code', before);
    expect(answer).toMatchObject(decision(permissionDecision, reason));
  });

  test.each([
    ['stopped', { status: 'stopped', answered: false, handoffAction: 'stop' }, 'deny'],
    ['alert only', { status: 'notified', answered: false, nextAction: 'ask_in_current_client' }, 'ask'],
    ['in the agent', { status: 'terminal', answered: false, nextAction: 'ask_in_current_client' }, 'ask'],
    ['no database', { status: 'unavailable', answered: false, handoffAction: 'stop' }, 'deny'],
  ])('settled as it is asked: %s', async (_, reply, permissionDecision) => {
    const { server, hook } = await scripted({ gate: asks(), ask_user: { correlationId: 'q-1', ...reply } });
    const { answer } = await runHook(hook, 'claude-code', before);
    expect(answer).toMatchObject(decision(permissionDecision));
    expect(server.of('wait_for_answer')).toEqual([]);
  });

  test('nobody can be reached: taken back, and the agent prompts at once', async () => {
    const noDevices = { correlationId: 'q-1', status: 'pending', noDevices: true };
    const { server, hook } = await scripted({ gate: asks(), ask_user: noDevices });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('ask'));
    expect(server.of('cancel_question')[0]?.given).toEqual({ correlationId: 'q-1', handoff: true });
  });

  test('the phone is kept silent while they sit here: the agent prompts at once', async () => {
    const suppressed = { correlationId: 'q-1', status: 'pending', suppressed: true };
    const { server, hook } = await scripted({ gate: asks({ mode: 'push_first' }), ask_user: suppressed });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('ask'));
    expect(server.of('cancel_question')).toHaveLength(1);
  });

  test('what is asked says who, what and until when, and holds no secret', async () => {
    const command = 'curl -H "Authorization: Bearer abcdef0123456789" https://example.test\u001b[2K';
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('yes') });
    const long = { ...before, tool_input: { command }, tool_use_id: 'toolu_0123456789abcdef' };
    const asksIt = Date.now();
    await runHook(hook, 'claude-code', long);
    const given = server.of('ask_user')[0]?.given ?? {};
    expect(given).toMatchObject({
      wait: false,
      toolName: 'Bash',
      sessionId: 's-1',
      machineId: 'ab12cd34',
      toolUseId: 'toolu_0123456789abcdef',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      agentName: expect.stringMatching(/^Claude Code - ./),
      question: 'Run curl -H "Authorization: secret-removed" https://example.test\\u{1b}[2K?',
      actionBody: 'curl -H "Authorization: secret-removed" https://example.test\\u{1b}[2K',
    });
    const windowMs = Date.parse(String(given.waitEndsAt)) - asksIt;
    expect(windowMs).toBeGreaterThan(29_000);
    expect(windowMs).toBeLessThan(40_000);
    expect(JSON.stringify(server.received)).not.toContain('abcdef0123456789');
    expect(readFileSync(join(hook.configFolder, 'hook.log'), 'utf8')).not.toContain('abcdef0123456789');
  });

  test.each([
    'PASSWORD="$(rm -rf ~/work)" true',
    'echo -----BEGIN PRIVATE KEY----- ; rm -rf ~/work',
    'export API_TOKEN="$(rm -rf ~/work)" && deploy --token abcd1234efgh5678',
  ])('no command hides as a secret: %s', async (command) => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('no') });
    await runHook(hook, 'claude-code', { ...before, tool_input: { command } });
    const { question, toolTarget, actionBody } = server.of('ask_user')[0]?.given ?? {};
    for (const shown of [question, toolTarget, actionBody]) {
      expect(shown).toContain('rm -rf ~/work');
      expect(shown).not.toContain('abcd1234efgh5678');
    }
  });

  test('a command is asked about with all of its tail', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('no') });
    const command = `echo ${'x '.repeat(40_000)}; rm -rf ~/work`;
    await runHook(hook, 'claude-code', { ...before, tool_input: { command } });
    expect(server.of('ask_user')[0]?.given.actionBody).toBe(command);
  });

  test.each([
    ['claude-code', 'ask'],
    ['codex', 'deny'],
  ])('one that is longer than can be shown is not asked about: %s', async (agent, permissionDecision) => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('yes') });
    const command = `echo ${'x'.repeat(100_000)}; rm -rf ~/work`;
    const { answer } = await runHook(hook, agent, { ...before, tool_input: { command } });
    const reason = expect.stringContaining('longer than the 100000 characters') as unknown as string;
    expect(answer).toMatchObject(decision(permissionDecision, reason));
    expect(server.of('ask_user')).toEqual([]);
  });

  test('an id that counts from nought in every session brings back no old answer', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('yes') });
    await runHook(hook, 'claude-code', { ...before, tool_use_id: 'call_0' });
    expect(server.of('ask_user')[0]?.given).not.toHaveProperty('toolUseId');
  });
});

describe('when the time to answer is over', () => {
  test.each([
    ['escalate', 'ask'],
    ['approve', 'ask'],
    ['deny', 'deny'],
  ])('%s', async (timeoutAction, permissionDecision) => {
    const { server, hook } = await scripted({ gate: asks({ timeoutSeconds: 0.3, timeoutAction }) });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision(permissionDecision));
    expect(server.of('cancel_question')[0]?.given).toEqual({ correlationId: 'q-1', handoff: true });
  });

  test('an answer that comes first is honoured', async () => {
    const { hook } = await scripted({
      gate: asks({ timeoutSeconds: 0.3 }),
      cancel_question: { cancelled: false, correlationId: 'q-1' },
      wait_for_answer: ({ given }) =>
        given.timeoutMs === 0 ? answered('yes') : { answered: false, status: 'pending' },
    });
    expect((await runHook(hook, 'claude-code', before)).answer).toEqual(decision('allow', 'The person said yes.'));
  });

  test('one that ran out at the same moment is not', async () => {
    const { hook } = await scripted({
      gate: asks({ timeoutSeconds: 0.3 }),
      cancel_question: { cancelled: false, correlationId: 'q-1' },
      wait_for_answer: ({ given }) => ({ answered: false, status: given.timeoutMs === 0 ? 'expired' : 'pending' }),
    });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('ask'));
  });

  test('alert only: the person is told, and asked where the agent runs', async () => {
    const { server, hook } = await scripted({ gate: asks({ mode: 'notify_only' }) });
    const reason = 'Nod told the person, who wants to be asked here.';
    expect((await runHook(hook, 'claude-code', before)).answer).toEqual(decision('ask', reason));
    expect(server.of('ask_user')).toHaveLength(1);
    expect(server.of('wait_for_answer')).toEqual([]);
    expect(server.of('cancel_question')).toEqual([]);
  });

  test('wait: the agent prompts, and the question stays until the call is over there', async () => {
    const { server, hook } = await scripted({ gate: asks({ timeoutSeconds: 0.3, timeoutAction: 'wait' }) });
    const run = await runHook(hook, 'claude-code', before);
    expect(run.answer).toMatchObject(decision('ask'));
    expect(run.tookMs).toBeLessThan(10_000);
    const notification = { ...base, hook_event_name: 'Notification', message: 'Claude needs your permission' };
    const other = { ...after, tool_use_id: 'toolu_2', tool_input: { command: 'ls' } };
    for (const event of [permission, notification, other]) await runHook(hook, 'claude-code', event);
    expect(server.of('ask_user')).toHaveLength(1);
    expect(server.of('cancel_question')).toEqual([]);
    await runHook(hook, 'claude-code', after);
    expect(server.of('cancel_question').map(({ given }) => given.correlationId)).toEqual(['q-1']);
  });

  test('wait: what was refused where the agent runs is taken back with the end of its turn', async () => {
    const { server, hook } = await scripted({ gate: asks({ timeoutSeconds: 0.3, timeoutAction: 'wait' }) });
    await runHook(hook, 'claude-code', before);
    await runHook(hook, 'claude-code', { ...base, hook_event_name: 'Stop' });
    expect(server.of('cancel_question')).toHaveLength(1);
  });

  test('wait: no question stays for a call that was denied', async () => {
    const { server, hook } = await scripted({ gate: asks({ timeoutSeconds: 0.3, timeoutAction: 'wait' }) });
    const { answer } = await runHook(hook, 'codex', { ...before, permission_mode: 'bypassPermissions' });
    expect(answer).toMatchObject(decision('deny'));
    expect(server.of('cancel_question')).toHaveLength(1);
  });

  test('in the agent: nobody is asked', async () => {
    const { server, hook } = await scripted({ gate: asks({ mode: 'terminal_only' }) });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('ask'));
    expect(server.of('ask_user')).toEqual([]);
  });
});
