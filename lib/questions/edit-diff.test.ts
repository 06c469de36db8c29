import { expect, test } from 'vitest';
import { cutPatch, editDiff, type FileEdit } from '@/lib/questions/edit-diff';
import { readDiff } from '@/lib/questions/read-diff';

const edit = (before: string, after: string, more: Partial<FileEdit['pieces'][number]> = {}): FileEdit => ({
  path: 'src/a.ts',
  pieces: [{ before, after, ...more }],
});
const rowsOf = (text: string) => readDiff(text)?.flatMap(({ rows }) => rows) ?? [];
/** What the file's part was before and is after, read back out of the diff. */
const sidesOf = (text: string) => {
  const side = (...changes: string[]) =>
    rowsOf(text)
      .filter(({ change }) => changes.includes(change))
      .map((row) => row.text);
  return { before: side('same', 'removed'), after: side('same', 'added') };
};
const many = (count: number, of = (index: number) => `line ${index}`) =>
  Array.from({ length: count }, (_, index) => of(index));

test('an edit is told as the lines that go, the lines that come, and three around them', () => {
  const before = many(20).join('\n');
  const text = editDiff([edit(before, before.replace('line 10', 'line ten'), { startLine: 100 })]);
  expect(text).toBe(
    [
      '--- src/a.ts',
      '+++ src/a.ts',
      '@@ -107,7 +107,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+line ten',
      ' line 11',
      ' line 12',
      ' line 13',
    ].join('\n'),
  );
});

test('without a known place no line has a number', () => {
  const text = editDiff([edit('one\ntwo', 'one\nthree')]);
  expect(text).toContain('@@ -0,2 +0,2 @@');
  expect(rowsOf(text)).toEqual([
    { change: 'same', text: 'one' },
    { change: 'removed', text: 'two' },
    { change: 'added', text: 'three' },
  ]);
});

test('several edits of one file stand under one heading, each in its place', () => {
  const pieces = [
    { before: 'a', after: 'b', startLine: 1 },
    { before: 'x', after: 'y\nz', startLine: 40 },
  ];
  const files = readDiff(editDiff([{ path: 'a.ts', pieces }]));
  expect(files).toHaveLength(1);
  expect(files?.[0]?.rows.map(({ change, number }) => [change, number])).toEqual([
    ['removed', 1],
    ['added', 1],
    ['gap', undefined],
    ['removed', 40],
    ['added', 40],
    ['added', 41],
  ]);
});

test('a new file and a deletion say what they are', () => {
  const made = editDiff([
    { path: 'new.ts', isNewFile: true, pieces: [{ before: '', after: 'one\ntwo\n', startLine: 1 }] },
  ]);
  expect(made).toBe('--- /dev/null\n+++ new.ts\n@@ -0,0 +1,2 @@\n+one\n+two');
  expect(readDiff(made)?.[0]).toMatchObject({ path: 'new.ts', fate: 'new', rows: [{ number: 1 }, { number: 2 }] });
  expect(sidesOf(editDiff([edit('one\ntwo', '')]))).toEqual({ before: ['one', 'two'], after: [] });
});

test('lines that look like heads of a diff stay lines of the file', () => {
  const before = '-- old\n++ new\n@@ -1,1 +1,1 @@\n*** End Patch';
  const after = '++ new\n-- old\n\\ No newline\n--- a/x\n+++ b/x';
  const text = editDiff([edit(before, after)]);
  expect(readDiff(text)).toHaveLength(1);
  expect(sidesOf(text)).toEqual({ before: before.split('\n'), after: after.split('\n') });
});

test('a change of line ends only, and one of nothing, are said in words', () => {
  expect(rowsOf(editDiff([edit('one\n', 'one')]))).toEqual([
    { change: 'remark', text: 'Only the line break at the end changes' },
  ]);
  expect(rowsOf(editDiff([edit('one', 'one')]))).toEqual([{ change: 'remark', text: 'Nothing changes' }]);
});

test('line ends of Windows are left out, unless they are what changes', () => {
  expect(sidesOf(editDiff([edit('a\r\nb\r\n', 'a\r\nc\r\n')]))).toEqual({ before: ['a', 'b'], after: ['a', 'c'] });
  expect(editDiff([edit('a\r\nb\r\n', 'a\nb\n')])).toContain('-a\r\n');
});

test('an edit wherever it stands says so', () => {
  expect(editDiff([edit('a', 'b', { everywhere: true })])).toMatch(/\\ Replaced wherever it stands in the file$/);
});

test('a line break in the name of a file begins no line', () => {
  const text = editDiff([{ path: 'a\n@@ -1 +1 @@\n-x', pieces: [{ before: 'a', after: 'b' }] }]);
  expect(readDiff(text)).toHaveLength(1);
  expect(text.split('\n')[1]).toBe(String.raw`+++ a\n@@ -1 +1 @@\n-x`);
});

test.each<[string, FileEdit[]]>([
  ['many lines', [edit('', many(5000).join('\n'))]],
  ['many lines on both sides', [edit(many(5000).join('\n'), many(5000, (index) => `new ${index}`).join('\n'))]],
  ['one long line', [edit('x'.repeat(50_000), 'y'.repeat(50_000))]],
  ['a long line of emoji', [edit('', '😀'.repeat(20_000))]],
  ['many files', many(300, (index) => `src/${index}.ts`).map((path) => ({ ...edit('a', 'b'), path }))],
  ['a long name', [{ path: 'x/'.repeat(5000), pieces: [{ before: 'a', after: 'b' }] }]],
])('%s are cut at 4000 characters, and the cut is seen', (_, edits) => {
  const text = editDiff(edits);
  expect(text.length).toBeLessThanOrEqual(4000);
  expect(text).toMatch(/\\ Cut here: [^\n]{1,70} not shown$/);
  expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  if (edits[0] && edits[0].path.length < 1000) expect(readDiff(text)?.at(-1)?.rows.at(-1)?.change).toBe('remark');
});

test('of an edit that is cut, what comes is seen too, not only what goes', () => {
  const text = editDiff([edit(many(3000).join('\n'), 'all new')]);
  expect(sidesOf(text).after).toEqual(['all new']);
  expect(text).toContain('2,994 more removed lines are not shown');
});

test('the count of missing lines is exact', () => {
  const text = editDiff([edit('', many(5000).join('\n'))]);
  const missing = Number(/Cut here: ([\d,]+) more/.exec(text)?.[1]?.replaceAll(',', ''));
  expect(missing + sidesOf(text).after.length).toBe(5000);
});

test('a megabyte takes no time to speak of', () => {
  const before = many(40_000).join('\n');
  const after = many(40_000, (index) => `other ${index}`).join('\n');
  const start = performance.now();
  editDiff([edit(before, after), edit(before, `${before}!`), edit(`{${before}`, before)]);
  expect(performance.now() - start).toBeLessThan(3000);
});

test('a patch is cut at a line, and the cut is seen', () => {
  const patch = [
    '*** Begin Patch',
    '*** Update File: a.ts',
    '@@',
    ...many(500, () => '+new line'),
    '*** End Patch',
  ].join('\n');
  const text = cutPatch(patch);
  expect(text.length).toBeLessThanOrEqual(4000);
  expect(rowsOf(text).at(-1)).toMatchObject({
    change: 'remark',
    text: expect.stringMatching(/^Cut here: \d+ more lines/),
  });
  expect(cutPatch('short')).toBe('short');
});
