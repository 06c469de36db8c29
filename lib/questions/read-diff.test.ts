import { expect, test } from 'vitest';
import { readDiff } from '@/lib/questions/read-diff';

const lines = (...all: string[]) => all.join('\n');

test('a diff of git is read file by file, with its numbers and its remarks', () => {
  const text = lines(
    'diff --git a/src/a.ts b/src/a.ts',
    'old mode 100644',
    'new mode 100755',
    'index 83db48f..bf269f4 100644',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -12,2 +12,2 @@ function push() {',
    '-  force: false',
    '+  force: true',
    '   keep: 30',
    '\\ No newline at end of file',
    'diff --git a/old.md b/new.md',
    'similarity index 100%',
    'rename from old.md',
    'rename to new.md',
  );
  expect(readDiff(text)).toEqual([
    {
      path: 'src/a.ts',
      fate: 'changed',
      rows: [
        { change: 'remark', text: 'old mode 100644' },
        { change: 'remark', text: 'new mode 100755' },
        { change: 'gap', text: 'function push() {' },
        { change: 'removed', number: 12, text: '  force: false' },
        { change: 'added', number: 12, text: '  force: true' },
        { change: 'same', number: 13, text: '  keep: 30' },
        { change: 'remark', text: 'No newline at end of file' },
      ],
    },
    {
      path: 'a/old.md b/new.md',
      fate: 'changed',
      rows: [
        { change: 'remark', text: 'similarity index 100%' },
        { change: 'remark', text: 'rename from old.md' },
        { change: 'remark', text: 'rename to new.md' },
      ],
    },
  ]);
});

test('new, deleted and moved files are told apart', () => {
  const file = (before: string, after: string) =>
    readDiff(lines(`--- ${before}`, `+++ ${after}`, '@@ -1 +1 @@', '-a', '+b'))?.[0];
  expect(file('/dev/null', 'b/x.ts')).toMatchObject({ path: 'x.ts', fate: 'new' });
  expect(file('a/x.ts', '/dev/null')).toMatchObject({ path: 'x.ts', fate: 'deleted' });
  expect(file('a/x.ts', 'b/y.ts')).toMatchObject({ path: 'y.ts', movedFrom: 'x.ts' });
  // No letters of git: a folder named a stays.
  expect(file('a/x.ts', 'a/x.ts')).toMatchObject({ path: 'a/x.ts' });
});

test('a patch of apply_patch is read with its files, moves and places', () => {
  const text = lines(
    '*** Begin Patch',
    '*** Update File: src/app.py',
    '*** Move to: src/main.py',
    '@@ def greet():',
    '-print("Hi")',
    '+print("Hello")',
    ' return',
    '*** End of File',
    '*** Add File: a.txt',
    '+*** End Patch',
    '*** Delete File: b.txt',
    '*** End Patch',
  );
  expect(readDiff(text)).toEqual([
    {
      path: 'src/main.py',
      movedFrom: 'src/app.py',
      fate: 'changed',
      rows: [
        { change: 'gap', text: 'def greet():' },
        { change: 'removed', text: 'print("Hi")' },
        { change: 'added', text: 'print("Hello")' },
        { change: 'same', text: 'return' },
        { change: 'remark', text: 'At the end of the file' },
      ],
    },
    { path: 'a.txt', fate: 'new', rows: [{ change: 'added', text: '*** End Patch' }] },
    { path: 'b.txt', fate: 'deleted', rows: [{ change: 'remark', text: 'The whole file is deleted' }] },
  ]);
});

const head = ['--- a/x', '+++ b/x'];

test.each([
  ['a command', 'rm -rf build'],
  ['a command after a diff', lines(...head, '@@ -1 +1 @@', '-a', '+b', 'rm -rf build')],
  ['a command before a diff', lines('rm -rf build', ...head, '@@ -1 +1 @@', '-a', '+b')],
  ['fewer lines than promised', lines(...head, '@@ -1,3 +1,3 @@', '-a', '+b')],
  ['more lines than promised', lines(...head, '@@ -1 +1 @@', '-a', '+b', '+c')],
  ['a head without its numbers', lines(...head, '@@', '-a', '+b')],
  ['names only', lines(...head)],
  ['a list with dashes', '--- a\n- b'],
  ['a patch without its end', lines('*** Begin Patch', '*** Update File: a', '+b')],
  [
    'a line after the end of a patch',
    lines('*** Begin Patch', '*** Update File: a', '+b', '*** End Patch', 'rm -rf build'),
  ],
  ['a line without a sign in a patch', lines('*** Begin Patch', '*** Update File: a', 'b', '*** End Patch')],
  ['nothing', ''],
])('%s is no diff, so the text is shown as it is', (_, text) => {
  expect(readDiff(text)).toBeUndefined();
});

test('a text that was cut may end within a hunk', () => {
  const text = lines(...head, '@@ -1,3 +1,3 @@', '-a', '+b');
  expect(readDiff(text, { cut: true })?.[0]?.rows).toHaveLength(2);
  expect(readDiff(lines('*** Begin Patch', '*** Update File: a', '+b'), { cut: true })).toHaveLength(1);
});

test('every line of a text that is read is shown', () => {
  const body = ['-- a', '++ b', '@@ -1 +1 @@', '--- x', '+++ y'].flatMap((line) => [`-${line}`, `+${line}`]);
  const files = readDiff(lines(...head, '@@ -1,5 +1,5 @@', ...body));
  expect(files).toHaveLength(1);
  expect(files?.[0]?.rows.map(({ text }) => text)).toEqual(body.map((line) => line.slice(1)));
});
