import { expect, test } from 'vitest';
import { matchesGlob, readGlob } from '@/lib/scopes/glob';
import { cpuMsOf } from '@/lib/testing/cpu-time';

const matches = (pattern: string, path: string, below = false) =>
  matchesGlob(readGlob(pattern), path, { steps: 100_000 }, below);

test.each([
  ['src/*.ts', ['src/a.ts', 'src/.ts'], ['src/a/b.ts', 'src/a.tsx', 'a.ts']],
  ['src/**', ['src', 'src/', 'src/a', 'src/a/b'], ['srcs', 'a/src/b', 'sr']],
  ['**/a.ts', ['a.ts', 'x/a.ts', 'x/y/a.ts'], ['xa.ts', 'x/ya.ts', 'a.ts/x']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'a']],
  ['**', ['', 'a', 'a/b'], []],
  ['a**b', ['ab', 'axb', 'a/x/b'], ['a', 'b']],
  ['?.ts', ['a.ts', '🙂.ts'], ['/.ts', 'ab.ts', '.ts']],
  ['[a-c]x', ['ax', 'cx', '[a-c]x'], ['dx', 'x', '-x']],
  ['[!a]x', ['bx', '[!a]x'], ['ax', '/x']],
  ['[]x]', [']', 'x'], ['y']],
  ['a/[id]/b', ['a/[id]/b', 'a/i/b'], ['a/id/b']],
  ['[a', ['[a'], ['a']],
  ['[a/b]', ['[a/b]'], ['a', 'b']],
  ['{a,b/c}.ts', ['a.ts', 'b/c.ts'], ['b.ts', '{a,b/c}.ts']],
  ['{a,{b,c}d}', ['a', 'bd', 'cd'], ['b', 'ad']],
  ['{,a}b', ['b', 'ab'], ['a']],
  ['{a}', ['{a}'], ['a']],
  ['{a,b', ['{a,b'], ['a']],
  ['a}b,{', ['a}b,{'], []],
  ['{src/**,docs/**}', ['src', 'docs/a/b'], ['lib', 'srcs']],
  ['{**/x,y}', ['x', 'a/x', 'y'], ['a/y']],
  ['.*', ['.env', '.'], ['env', 'a/.env']],
  ['a.b+c(d)^$|', ['a.b+c(d)^$|'], ['aXb+c(d)^$|']],
])('%s', (pattern, yes, no) => {
  for (const path of yes) expect(matches(pattern, path), path).toBe(true);
  for (const path of no) expect(matches(pattern, path), path).toBe(false);
});

test('with what is below it, a glob covers its folder and everything in it, and no name that only begins alike', () => {
  expect(['.env', '.env/a', '.env/a/b', '.envs/a', 'a/.env'].map((path) => matches('.env', path, true))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

/** The meaning of a glob written down in the plainest way, slow and only for short ones. */
function plainly(pattern: string, path: string): boolean {
  if (pattern === '') return path === '';
  if (pattern === '/**') return path === '' || path.startsWith('/');
  if (pattern.startsWith('**'))
    return plainly(pattern.slice(2), path) || (path !== '' && plainly(pattern, path.slice(1)));
  if (pattern.startsWith('*'))
    return plainly(pattern.slice(1), path) || (path !== '' && path[0] !== '/' && plainly(pattern, path.slice(1)));
  if (path === '') return false;
  if (pattern.startsWith('?')) return path[0] !== '/' && plainly(pattern.slice(1), path.slice(1));
  return pattern[0] === path[0] && plainly(pattern.slice(1), path.slice(1));
}

test('it agrees with the plain meaning on thousands of random globs', () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const text = (of: string[], most: number) =>
    Array.from({ length: random(most) }, () => of[random(of.length)]).join('');
  let yes = 0;
  for (let count = 0; count < 20_000; count++) {
    const pattern = text(['a', 'b', '/', '*', '?', '**'], 6);
    // A segment of two stars may also be none at all, which the plain meaning does not say.
    if (/(^|\/)\*\*+\//.test(pattern) || pattern.includes('***')) continue;
    const path = text(['a', 'b', '/'], 7);
    const expected = plainly(pattern, path);
    if (expected) yes++;
    expect(matches(pattern, path), `${pattern} ${path}`).toBe(expected);
  }
  expect(yes).toBeGreaterThan(300);
});

test('a match that would take too long is not decided, and says so', () => {
  const glob = readGlob('*a'.repeat(200));
  expect(matchesGlob(glob, 'a'.repeat(4000), { steps: 10_000 })).toBeUndefined();
});

test('reading and matching take time by the lengths, not by what could be meant', () => {
  for (const pattern of [
    '{a,b}'.repeat(5000),
    `${'{a,'.repeat(2000)}b${'}'.repeat(2000)}`,
    '[a'.repeat(5000),
    '**/'.repeat(5000),
  ]) {
    const cpuMs = cpuMsOf(() => matchesGlob(readGlob(pattern), 'ab/'.repeat(300), { steps: 1_000_000 }));
    expect(cpuMs, pattern.slice(0, 20)).toBeLessThan(1000);
  }
});
