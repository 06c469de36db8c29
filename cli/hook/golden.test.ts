import { describe, expect, test } from 'vitest';
import type { AgentId, HookAnswer, HookCall } from '../agents/agent';
import claudeCode from './golden/claude-code.json';
import codex from './golden/codex.json';
import cursor from './golden/cursor.json';
import geminiCli from './golden/gemini-cli.json';
import vscode from './golden/vscode.json';
import { shapesOf } from './shapes';

/** Answers to a call; `tell` has a test of its own. */
type Judging = Exclude<HookAnswer, { kind: 'tell' }>;

/** What an agent writes to its hook, what of it counts, and what it is told for each answer; a text stands for itself. */
interface Golden {
  stdin: object;
  call: Partial<HookCall>;
  printed: Record<Judging['kind'], object | string>;
}

const golden: Record<AgentId, unknown[]> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  cursor,
  vscode,
};
const answers: Judging[] = [
  { kind: 'none' },
  { kind: 'allow', reason: 'because' },
  { kind: 'deny', reason: 'because' },
  { kind: 'prompt', reason: 'because' },
];

describe.each(Object.keys(golden) as AgentId[])('%s', (agent) => {
  const samples = golden[agent] as Golden[];
  const names = samples.map((sample) => {
    const { hook_event_name, hookEventName, tool_name = '' } = sample.stdin as Record<string, string>;
    return [`${hook_event_name ?? hookEventName} ${tool_name}`.trim(), sample] as const;
  });

  test.each(names)('%s is read', (_, { stdin, call }) => {
    const text = JSON.stringify(stdin);
    expect(shapesOf(agent).read(text)).toMatchObject({ ...call, raw: text });
  });

  test.each(names)('%s is answered in its own shape', (_, { stdin, printed }) => {
    const shapes = shapesOf(agent);
    const call = shapes.read(JSON.stringify(stdin));
    for (const answer of answers) {
      const text = shapes.print(call, answer);
      const expected = printed[answer.kind];
      expect(typeof expected === 'string' ? text : JSON.parse(text)).toEqual(expected);
    }
  });

  test('nothing that is not its own is read', () => {
    const shapes = shapesOf(agent);
    for (const text of [
      '',
      'null',
      '[]',
      '"PreToolUse"',
      '{}',
      '{"hook_event_name":"constructor"}',
      '{"hook_event_name":7}',
    ])
      expect(() => shapes.read(text)).toThrow(/^(?:nothing came|what came|the event )/);
  });
});

test('an id that no session can have counts as none', () => {
  const read = (session_id: unknown) =>
    shapesOf('claude-code').read(JSON.stringify({ hook_event_name: 'Stop', session_id })).sessionId;
  expect([read('a'.repeat(201)), read('a\nb'), read(7), read('')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['claude-code', 'SessionStart'],
  ['codex', 'SessionStart'],
] as const)('%s is told the id of its session, and others nothing that was not tried with them', (agent, event) => {
  const call = shapesOf(agent).read(JSON.stringify({ hook_event_name: event, session_id: 's-1', cwd: '/work' }));
  expect(JSON.parse(shapesOf(agent).print(call, { kind: 'tell', text: 'The id is s-1.' }))).toEqual({
    hookSpecificOutput: { hookEventName: event, additionalContext: 'The id is s-1.' },
  });
});
