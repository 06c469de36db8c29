import { expect, test } from 'vitest';
import { type Pattern, readPattern } from '@/lib/policies/pattern';
import { matchesText } from '@/lib/policies/rule-match';
import { cpuMsOf } from '@/lib/testing/cpu-time';

const read = (pattern: string): Pattern => {
  const result = readPattern(pattern);
  if ('problem' in result) throw new Error(`${pattern} ${result.problem}`);
  return result.ok;
};

test.each<[pattern: string, kind: Pattern['kind'], tool: string, text: string]>([
  ['*', 'any', '', ''],
  ['Bash', 'tool', 'Bash', ''],
  [' Bash ', 'tool', 'Bash', ''],
  ['Bash(*)', 'tool', 'Bash', ''],
  ['run_shell_command', 'tool', 'Bash', ''],
  ['Bash(git status)', 'exact', 'Bash', 'git status'],
  ['shell(git status)', 'exact', 'Bash', 'git status'],
  ['Bash(echo (a))', 'exact', 'Bash', 'echo (a)'],
  ['Bash(git log:*)', 'prefix', 'Bash', 'git log'],
  ['Bash(timeout 5 make:*)', 'prefix', 'Bash', 'timeout 5 make'],
  ['Bash(bash -c:*)', 'prefix', 'Bash', 'bash -c'],
  ['Bash(npm run *)', 'glob', 'Bash', 'npm run *'],
  ['Edit(src/**)', 'glob', 'Edit', 'src/**'],
  ['Edit(.env)', 'exact', 'Edit', '.env'],
  ['write_file(.env*)', 'glob', 'Write', '.env*'],
  ['WebFetch(domain:x.test)', 'exact', 'WebFetch', 'domain:x.test'],
  ['mcp__github__get_issue', 'exact', 'mcp__github__get_issue', ''],
  ['mcp_github_get_issue', 'tool', 'mcp__github__get_issue', ''],
  ['mcp__github__*', 'glob', 'mcp__github__*', ''],
  ['mcp__github', 'glob', 'mcp__github__*', ''],
  ['mcp__github__get_*', 'glob', 'mcp__github__get_*', ''],
])('%s is %s', (pattern, kind, tool, text) => {
  expect(read(pattern)).toMatchObject({ kind, tool, text });
});

test.each([
  ['', 'must name a tool'],
  ['  ', 'must name a tool'],
  ['x'.repeat(301), 'at most 300'],
  ['Bash(ls', 'must end with )'],
  ['Bash ls)', 'has a )'],
  ['Bash(ls) x', 'must end with )'],
  ['(ls)', 'must begin with the name of a tool'],
  ['Bash()', 'names nothing'],
  ['Bash( )', 'names nothing'],
  ['Bash(:*)', 'names no command'],
  ['Bash($X:*)', 'plain words'],
  ['Bash(ls && rm:*)', 'plain words'],
  ['Bash(ls | cat:*)', 'plain words'],
  ['Bash("ls:*)', 'plain words'],
  ['Bash(l*:*)', 'plain words'],
  ['Bash(X=1 ls:*)', 'plain words'],
  ['Bash(ls > a:*)', 'plain words'],
  ['Edit(src:*)', 'only for commands'],
  ['B*sh', 'only for the tools of a server'],
  ['B*sh(ls)', 'only for the tools of a server'],
  ['3sh', 'must begin with the name of a tool'],
  ['rm -rf', 'must begin with the name of a tool'],
  ['Bash(a\nb)', 'one line'],
  ['mcp__*__x', 'mcp__'],
  ['mcp__a__*x', 'only at its end'],
  ['mcp__a__*(x)', 'all tools'],
  ['mcp__', 'mcp__server__tool'],
])('%j is refused with a sentence: %s', (pattern, sentence) => {
  const result = readPattern(pattern);
  expect('problem' in result ? result.problem : 'was read').toContain(sentence);
});

test.each([
  ['*', '', true],
  ['a*', 'a', true],
  ['a*c', 'abbbc', true],
  ['a*c', 'abbbcd', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['a.c', 'abc', false],
  ['[a]', 'a', false],
  ['', 'a', false],
])('the wildcard %j on %j: %s', (glob, text, expected) => {
  expect(matchesText(glob, text)).toBe(expected);
});

test('wildcards that are meant to explode do not', () => {
  const text = `${'a'.repeat(60_000)}b`;
  for (const glob of [`${'a*'.repeat(140)}c`, `${'*a'.repeat(140)}c`, `${'*?'.repeat(140)}c`, '*'.repeat(290)])
    expect(
      cpuMsOf(() => matchesText(glob, text)),
      glob.slice(0, 9),
    ).toBeLessThan(1000);
});
