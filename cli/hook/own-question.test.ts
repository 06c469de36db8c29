import { describe, expect, test } from 'vitest';
import { runHook } from './testing/run-hook';
import { answered, asks, before, decision, scriptedHooks } from './testing/scripted-hooks';

const { scripted } = scriptedHooks();

describe("the agent's own question", () => {
  const question = (about: string) => ({
    question: about,
    header: 'Database',
    multiSelect: false,
    options: [{ label: 'SQLite', description: 'One file' }, { label: 'PostgreSQL' }],
  });
  const own = (...questions: object[]) => ({ ...before, tool_name: 'AskUserQuestion', tool_input: { questions } });

  test('is asked in Nod, and its answer goes back as the reason', async () => {
    const { server, hook } = await scripted({ gate: asks(), wait_for_answer: answered('SQLite', 'For now') });
    const { answer } = await runHook(hook, 'claude-code', own(question('Which database?')));
    expect(answer).toMatchObject(decision('deny'));
    expect(JSON.stringify(answer)).toContain('Which database? → SQLite (For now)');
    const given = server.of('ask_user')[0]?.given;
    expect(given).toMatchObject({ type: 'select', questions: [{ ...question('Which database?'), allowOther: true }] });
    expect(given).not.toHaveProperty('toolTarget');
  });

  test('several are asked one after the other', async () => {
    const { server, hook } = await scripted({
      gate: asks(),
      ask_user: ({ given }) => ({ correlationId: String(given.question), status: 'pending' }),
      wait_for_answer: ({ given }) => answered(given.correlationId === 'First?' ? 'SQLite' : 'PostgreSQL'),
    });
    const { answer } = await runHook(hook, 'claude-code', own(question('First?'), question('Second?')));
    expect(JSON.stringify(answer)).toContain('First? → SQLite\\nSecond? → PostgreSQL');
    expect(server.of('ask_user')).toHaveLength(2);
  });

  test('unanswered, the agent asks it itself', async () => {
    const { server, hook } = await scripted({ gate: asks({ timeoutSeconds: 0.3 }) });
    expect((await runHook(hook, 'claude-code', own(question('Which?')))).stdout).toBe('');
    expect(server.of('cancel_question')).toHaveLength(1);
  });

  test('what cannot be asked as it is stays with the agent', async () => {
    const { server, hook } = await scripted({ gate: asks() });
    const one = { question: 'Sure?', options: [{ label: 'Only this' }] };
    expect((await runHook(hook, 'claude-code', own(one))).stdout).toBe('');
    expect(server.of('ask_user')).toEqual([]);
  });

  test('while handing off, the agent asks it itself', async () => {
    const { server, hook } = await scripted({ gate: { kind: 'no_opinion', reason: 'handing_off' } });
    expect((await runHook(hook, 'claude-code', own(question('Which?')))).stdout).toBe('');
    expect(server.of('ask_user')).toEqual([]);
  });
});
