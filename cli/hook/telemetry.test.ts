import { describe, expect, test } from 'vitest';
import { runHook } from './testing/run-hook';
import { after, base, before, decision, scriptedHooks } from './testing/scripted-hooks';

const { scripted } = scriptedHooks();

describe('telemetry', () => {
  test('tells of the event, without what people write and tools give back', async () => {
    const { server, hook } = await scripted({});
    await runHook(hook, 'claude-code', after);
    await expect.poll(() => server.of('telemetry')).toHaveLength(1);
    const { envelopes, ...rest } = (server.of('telemetry')[0]?.body ?? {}) as { envelopes: Record<string, string>[] };
    expect(rest).toMatchObject({ v: 1, machineId: 'ab12cd34' });
    expect(envelopes[0]).toMatchObject({ wire: 1, source: 'claude-code', event: 'PostToolUse', sessionId: 's-1' });
    expect(JSON.parse(envelopes[0]?.payload ?? '')).toEqual({ ...before, hook_event_name: 'PostToolUse' });
  });

  test.each(['SessionStart', 'UserPromptSubmit', 'Stop'])(
    'a server that never answers does not hold up %s',
    async (event) => {
      const given = { ...base, hook_event_name: event };
      // How long a process takes to start here and now is not what is tested.
      const { tookMs: usualMs } = await runHook((await scripted({})).hook, 'claude-code', given);
      const { server, hook } = await scripted({ telemetry: { fails: 'never' } });
      const run = await runHook(hook, 'claude-code', given);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      // A model is told the id of its session, the start of which is the only time it hears from a hook unasked.
      if (event === 'SessionStart') expect(run.stdout).toContain('The id of this session is s-1.');
      else expect(run.stdout).toBe('');
      expect(run.tookMs - usualMs).toBeLessThan(1500);
      expect(server.of('telemetry')).toHaveLength(1);
    },
  );

  test('a verdict does not wait for it', async () => {
    const { hook } = await scripted({ gate: { kind: 'allow' }, telemetry: { fails: 'never' } });
    expect((await runHook(hook, 'claude-code', before)).answer).toEqual(decision('allow'));
  });

  test('an input of megabytes is told of in a few words', async () => {
    const { server, hook } = await scripted({ gate: { kind: 'no_opinion' } });
    const content = 'x'.repeat(6_000_000);
    const write = { ...before, tool_name: 'Write', tool_input: { file_path: 'big.txt', content } };
    expect(await runHook(hook, 'claude-code', write)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(JSON.stringify(server.received).length).toBeLessThan(10_000);
    expect(server.of('gate')[0]?.body.toolInputs).toEqual([{ file_path: 'big.txt' }]);
  });
});
