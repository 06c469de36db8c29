import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import { policiesPage } from '@/lib/policies/rules-page';
import { saveRule } from '@/lib/policies/save-rule';
import { tryCall } from '@/lib/policies/try-call';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeAll(async () => {
  place = await makeWorkspace();
  await saveRule(place.owner, { pattern: 'Bash(npm test)', effect: 'deny', repoKey: 'web' });
});
afterAll(() => closeDatabase());

const tried = (text: string, fields: Record<string, unknown> = {}) =>
  tryCall(place.owner, { tool: 'command', text, ...fields });

test('each part of a command line says what decided it', async () => {
  const decision = await tried('git status && rm -rf dist | tee out.log');
  expect(decision).toMatchObject({ effect: 'ask', hold: true });
  expect(decision.parts.map(({ text, effect }) => [text, effect])).toEqual([
    ['git status', 'allow'],
    ['rm -rf dist', 'ask'],
    ['tee out.log', 'ask'],
  ]);
});

test('a rule of a repository counts only there, and is named', async () => {
  expect(await tried('npm test', { repoKey: 'web' })).toMatchObject({
    effect: 'deny',
    rule: { pattern: 'Bash(npm test)' },
  });
  expect(await tried('npm test')).toMatchObject({ effect: 'ask' });
  expect(await tried('npm test', { repoKey: 'api' })).toMatchObject({ effect: 'ask' });
});

test('a rule of one session does not count', async () => {
  await askAs(place.agent, { sessionId: 'one' });
  const [session] = await query<{ id: string }>(`SELECT id FROM agent_session WHERE session_id = 'one'`);
  await saveRule(
    place.owner,
    { pattern: 'Bash(make)', effect: 'allow' },
    { origin: 'answer', agentSessionId: session?.id },
  );
  expect(await tried('make')).toMatchObject({ effect: 'ask' });
});

test('files and MCP tools can be tried too; Nod’s own tools are never gated', async () => {
  expect(await tryCall(place.owner, { tool: 'edit', text: 'src/a.ts' })).toMatchObject({ effect: 'no_opinion' });
  expect(await tryCall(place.owner, { tool: 'mcp', text: 'mcp__billing__refund' })).toMatchObject({ effect: 'ask' });
  expect(await tryCall(place.owner, { tool: 'mcp', text: 'mcp__nod__ask_user' })).toMatchObject({
    effect: 'no_opinion',
  });
});

test('whatever is typed gets a verdict or a sentence, never a failure, and nothing unreadable is allowed', async () => {
  const typed = [
    "echo 'never closed",
    '$(((((((((((',
    'if then else fi done',
    '\\',
    '`',
    '<<EOF',
    '()'.repeat(900),
    '{'.repeat(1900),
    '$('.repeat(900),
    '資'.repeat(2000),
    '<script>alert(1)</script>',
    'constructor',
    '__proto__',
  ];
  for (const text of typed) {
    const decision = await tried(text);
    expect(['ask', 'deny'], text.slice(0, 40)).toContain(decision.effect);
    expect(decision.reason.length).toBeGreaterThan(0);
  }
});

test('the page says in a sentence what cannot be tried', async () => {
  const page = async (asked: Record<string, string | string[]>) => (await policiesPage(place.owner, asked)).tried;
  expect(await page({ command: 'x'.repeat(1_000_000) })).toMatchObject({
    problem: expect.stringContaining('at most 2000'),
  });
  expect(await page({ command: 'a\u202eb' })).toMatchObject({ problem: expect.stringContaining('U+202E') });
  expect(await page({ command: ['a', 'b'], tool: 'nonsense', repo: ['x'] })).toEqual({
    tool: 'command',
    text: '',
    repoKey: '',
  });
  expect(await page({ command: 'git status\r\nls' })).toMatchObject({
    text: 'git status\nls',
    decision: { effect: 'allow' },
  });
});
