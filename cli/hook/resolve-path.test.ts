import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { resolvePath } from './resolve-path';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'nod-paths-')));
  for (const folder of ['src', 'secret/deep', 'work']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, '.env'), '');
  symlinkSync('../secret/deep', join(root, 'src/link'));
  symlinkSync(join(root, '.env'), join(root, 'src/settings'));
  symlinkSync('../not-there/yet', join(root, 'src/dangling'));
  symlinkSync('circle', join(root, 'src/circle'));
});

test.each([
  ['a plain file', 'src/a.ts', 'src/a.ts'],
  ['a link', 'src/settings', '.env'],
  ['a new file below a link to a folder', 'src/link/new/file.ts', 'secret/deep/new/file.ts'],
  ['a link to what is not there yet', 'src/dangling/file.ts', 'not-there/yet/file.ts'],
  ['.. after a link leaves what the link leads to', 'src/link/../a.ts', 'secret/a.ts'],
  ['.. after a plain folder', 'src/../.env', '.env'],
  ['a link behind dots without end', `src/link/${'./'.repeat(2043)}x`, 'secret/deep/x'],
  ['dots and slashes', './src//./a.ts', 'src/a.ts'],
])('%s', (_, written, expected) => expect(resolvePath(root, written)).toBe(join(root, expected)));

test('absolute paths and file addresses', () => {
  expect(resolvePath('/elsewhere', join(root, 'src/settings'))).toBe(join(root, '.env'));
  expect(resolvePath('/elsewhere', pathToFileURL(join(root, 'src/settings')).href)).toBe(join(root, '.env'));
});

test.each(['src/circle', 'file://elsewhere/x', `a\0b`, 'x'.repeat(5000), 'x/../'.repeat(1000)])(
  'what leads nowhere is told as unknown',
  (path) => expect(resolvePath(root, path)).toBeNull(),
);
