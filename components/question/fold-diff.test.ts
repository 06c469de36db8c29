import { expect, test } from 'vitest';
import { foldDiff } from '@/components/question/fold-diff';
import type { FileDiff } from '@/lib/questions/read-diff';

const file = (path: string, count: number, text = 'x'): FileDiff => ({
  path,
  fate: 'changed',
  rows: Array.from({ length: count }, (_, index) => ({ change: 'added', number: index + 1, text })),
});
const counts = (files: FileDiff[]) => files.map(({ path, rows }) => [path, rows.length]);

test('a short diff is shown whole', () => {
  expect(foldDiff([file('a', 20), file('b', 25)])).toMatchObject({ rest: [], rowCount: 45 });
});

test('a long one is divided after forty lines, within a file, and nothing is lost', () => {
  const { shown, rest, rowCount } = foldDiff([file('a', 30), file('b', 30), file('c', 5)]);
  expect(counts(shown)).toEqual([
    ['a', 30],
    ['b', 10],
  ]);
  expect(counts(rest)).toEqual([
    ['b', 20],
    ['c', 5],
  ]);
  expect(rowCount).toBe(65);
  expect(rest[0]?.rows[0]?.number).toBe(11);
});

test('a line longer than a page is opened by the person, also when it is the first', () => {
  const { shown, rest } = foldDiff([file('a', 1), file('b', 1, 'x'.repeat(5000)), file('c', 1)]);
  expect([counts(shown), counts(rest)]).toEqual([
    [['a', 1]],
    [
      ['b', 1],
      ['c', 1],
    ],
  ]);
  expect(counts(foldDiff([file('a', 1, 'x'.repeat(5000))]).shown)).toEqual([]);
});
