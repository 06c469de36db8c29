import { redact } from '@/lib/redact';

const around = 3;

interface Line {
  sign: ' ' | '+' | '-';
  text: string;
}

/** What changes in a file, as `diff -u` shows it, for people to read: secrets are masked, a file that is not there is undefined. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  const lines = compare(linesOf(before), linesOf(after));
  const head = [
    `--- ${before === undefined ? '(new file)' : path}`,
    `+++ ${after === undefined ? '(file removed)' : path}`,
  ];
  return [...head, ...hunksOf(lines)].map(redact).join('\n');
}

function linesOf(text: string | undefined): string[] {
  if (!text) return [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Removes what is alike at both ends first: setup only puts things in, so that little is left to compare. */
function compare(before: string[], after: string[]): Line[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (text: string): Line => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...align(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** The longest common lines stay, the others go or come. */
function align(before: string[], after: string[]): Line[] {
  if (before.length * after.length > 4_000_000) return [...signed('-', before), ...signed('+', after)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push({ sign: ' ', text: before[row] ?? '' });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push({ sign: '-', text: before[row++] ?? '' });
    else lines.push({ sign: '+', text: after[column++] ?? '' });
  }
  return [...lines, ...signed('-', before.slice(row)), ...signed('+', after.slice(column))];
}

const signed = (sign: Line['sign'], texts: string[]): Line[] => texts.map((text) => ({ sign, text }));

function hunksOf(lines: Line[]): string[] {
  const shown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ sign }) => sign !== ' '),
  );
  return lines.flatMap(({ sign, text }, index) => {
    if (!shown[index]) return [];
    const startsHunk = !shown[index - 1];
    return [...(startsHunk ? [`@@ ${index + 1} @@`] : []), `${sign}${text}`];
  });
}
