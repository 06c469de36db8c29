import { describe, expect, test } from 'vitest';
import { runHook, signedInFolder, startHook } from './testing/run-hook';
import { answered, asks, before, decision, scriptedHooks } from './testing/scripted-hooks';
import { type Scripted, scriptedServer } from './testing/scripted-server';

const { scripted, file } = scriptedHooks();

describe('once a question exists, a lost server denies', () => {
  test('a reply that got lost is asked for again, as the same question', async () => {
    const { server, hook } = await scripted({
      gate: asks(),
      ask_user: [{ fails: 'reset' }, { fails: 'garbage' }, { correlationId: 'q-1', status: 'pending' }],
      wait_for_answer: answered('yes'),
    });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('allow'));
    const ids = server.of('ask_user').map(({ given }) => given.requestId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  test.each([502, 503, 504])('a proxy that answers %d may have passed the question on', async (status) => {
    const { server, hook } = await scripted({
      gate: asks(),
      ask_user: [
        { fails: 'status', status },
        { correlationId: 'q-1', status: 'pending' },
      ],
      wait_for_answer: answered('yes'),
    });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('allow'));
    expect(new Set(server.of('ask_user').map(({ given }) => given.requestId)).size).toBe(1);
    expect(server.of('ask_user')).toHaveLength(2);
  });

  test('a few failures while waiting cost nothing', async () => {
    const { hook } = await scripted({
      gate: asks(),
      wait_for_answer: [{ fails: 'status', status: 503 }, { fails: 'reset' }, { fails: 'huge' }, answered('yes')],
    });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('allow'));
  });

  test.concurrent.each<[string, Record<string, Scripted>]>([
    ['while waiting', { wait_for_answer: { fails: 'reset' } }],
    ['while it is asked', { ask_user: { fails: 'reset' } }],
    ['behind a proxy, while it is asked', { ask_user: { fails: 'status', status: 502 } }],
    [
      'while it is taken back',
      { ask_user: { correlationId: 'q-1', noDevices: true }, cancel_question: { fails: 'reset' } },
    ],
  ])(
    '%s',
    async (_, scripts) => {
      const server = await scriptedServer({ gate: asks(), ...scripts });
      const run = await runHook({ file: file(), configFolder: signedInFolder(server.url) }, 'claude-code', before);
      await server.close();
      expect(run.answer).toMatchObject(
        decision('deny', expect.stringContaining('lost its server') as unknown as string),
      );
      expect(run.tookMs).toBeLessThan(20_000);
    },
    30_000,
  );

  test('a revoked key denies at once', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: { fails: 'status', status: 401 } });
    expect((await runHook(hook, 'claude-code', before)).answer).toMatchObject(decision('deny'));
    expect(server.of('wait_for_answer')).toHaveLength(1);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ended by %s: taken back and denied', async (signal) => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: { fails: 'never' } });
    const running = startHook(hook, 'claude-code', before);
    await expect.poll(() => server.of('wait_for_answer')).toHaveLength(1);
    running.process.kill(signal);
    const run = await running.ended;
    expect(run).toMatchObject({ code: 0, answer: decision('deny') });
    expect(server.of('cancel_question')).toHaveLength(1);
  });

  test('ended while it asks: taken back once it is there, and denied', async () => {
    const { server, hook } = await scripted({ gate: asks(), ask_user: { fails: 'late' } });
    const running = startHook(hook, 'claude-code', before);
    await expect.poll(() => server.of('ask_user')).toHaveLength(1);
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, answer: decision('deny') });
    expect(server.of('cancel_question')).toHaveLength(1);
  });

  test('ended before the gate answered: the agent prompts by itself', async () => {
    const { server, hook } = await scripted({ gate: { fails: 'never' } });
    const running = startHook(hook, 'claude-code', before);
    await expect.poll(() => server.of('gate')).toHaveLength(1);
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, answer: decision('ask') });
  });
});
