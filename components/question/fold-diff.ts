import type { FileDiff } from '@/lib/questions/read-diff';

const shownRows = 40;
const shownCharacters = 4000;
/** A fold that hides less than this is a needless tap. */
const leastFolded = 5;

/** A file, or a part of it, with what changes in the whole of it. */
export interface FoldedFile extends FileDiff {
  added: number;
  removed: number;
}

/** A diff in two parts: what is seen at once, and what one opens. A file that is divided stands in both. */
export interface FoldedDiff {
  shown: FoldedFile[];
  rest: FoldedFile[];
  rowCount: number;
}

/** Divides a long diff after about forty lines, or before a line that is longer than a page. */
export function foldDiff(diff: FileDiff[]): FoldedDiff {
  const files = diff.map(withCounts);
  const rowCount = files.reduce((sum, { rows }) => sum + rows.length, 0);
  const characters = files.reduce((sum, { rows }) => sum + rows.reduce((all, { text }) => all + text.length, 0), 0);
  if (rowCount <= shownRows + leastFolded && characters <= shownCharacters) return { shown: files, rest: [], rowCount };
  const shown: FoldedFile[] = [];
  const rest: FoldedFile[] = [];
  let [rowsLeft, charactersLeft] = [shownRows, shownCharacters];
  for (const file of files) {
    let count = 0;
    while (rest.length === 0 && count < file.rows.length) {
      const length = file.rows[count]?.text.length ?? 0;
      if (rowsLeft === 0 || length > charactersLeft) break;
      rowsLeft--;
      charactersLeft -= length;
      count++;
    }
    if (count > 0) shown.push({ ...file, rows: file.rows.slice(0, count) });
    if (count < file.rows.length) rest.push({ ...file, rows: file.rows.slice(count) });
  }
  return { shown, rest, rowCount };
}

function withCounts(file: FileDiff): FoldedFile {
  const count = (change: 'added' | 'removed') => file.rows.filter((row) => row.change === change).length;
  return { ...file, added: count('added'), removed: count('removed') };
}
