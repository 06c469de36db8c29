import { expect, test } from 'vitest';
import { expandPaths, isBareWord } from '@/lib/scopes/expand-paths';

test.each([
  ['docs', ['docs', 'docs/**']],
  ['docs/', ['docs', 'docs/**']],
  ['./docs', ['docs', 'docs/**']],
  ['src/orders', ['src/orders', 'src/orders/**']],
  ['src\\orders', ['src/orders', 'src/orders/**']],
  ['src/**', ['src/**']],
  ['src//a.ts', ['src/a.ts']],
  ['**/x.md', ['**/x.md', 'x.md']],
  ['**/docs', ['**/docs', 'docs', '**/docs/**', 'docs/**']],
  ['**/**/x.md', ['**/**/x.md', 'x.md']],
  ['**', ['**']],
  ['docs/api.md', ['docs/api.md']],
  ['.env*', ['.env*']],
  ['.github', ['.github', '.github/**']],
  ['app/[id]', ['app/[id]']],
  ['/work/shop/src', ['/work/shop/src', '/work/shop/src/**']],
  ['  docs ', ['docs', 'docs/**']],
])('%j is stored as %j', (sent, stored) => {
  expect(expandPaths([sent], 'allowedPaths')).toEqual(stored);
});

test('a name that begins with a dot is off limits as it is: what is below it is too', () => {
  expect(expandPaths(['.env', 'keys'], 'offLimitsPaths')).toEqual(['.env', 'keys', 'keys/**']);
});

test('what two entries share is stored once, in the order it was sent', () => {
  expect(expandPaths(['docs/**', 'docs', 'a.md'], 'allowedPaths')).toEqual(['docs/**', 'docs', 'a.md']);
});

test.each([
  ['/', 'must name a file or folder'],
  ['.', 'must name a file or folder'],
  ['./', 'must name a file or folder'],
  ['C:\\', 'must name a file or folder'],
  ['!src/**', 'must not begin with !'],
  ['~/notes', 'must not begin with ~'],
  ['../other', 'must not contain . or ..'],
  ['src/../lib', 'must not contain . or ..'],
  ['src/..', 'must not contain . or ..'],
  ['{..,a}/b', 'must not contain . or ..'],
  ['file:///work', 'must be a path, not an address'],
  ['https://example.test', 'must be a path, not an address'],
  ['*a'.repeat(21), 'must have at most 20 stars'],
  ['src/password=correct-horse', 'looks as if it held a secret'],
])('%j is refused by name', (pattern, message) => {
  expect(() => expandPaths(['src/**', pattern], 'offLimitsPaths')).toThrow(`offLimitsPaths[1]: ${message}`);
});

test('a word is bare when it can only be the name of a folder, or no path at all', () => {
  expect(['docs', ' tests ', 'the tests', 'docs/', 'a.md', '*', 'src/a', '[a]'].map(isBareWord)).toEqual([
    ...Array(3).fill(true),
    ...Array(5).fill(false),
  ]);
});
