/** One line of an edit: kept, removed or added. */
export interface LineChange {
  sign: ' ' | '-' | '+';
  text: string;
}

/** Above this many comparisons, what differs is shown as one block: the time that a hook takes stays short whatever it is given. */
const mostComparisons = 1_000_000;

/** The lines of two texts in one list: common ones once, else what was removed before what was added. */
export function lineChanges(before: string[], after: string[]): LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [
    ...signed(' ', before.slice(0, start)),
    ...middleChanges(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...signed(' ', before.slice(before.length - end)),
  ];
}

const signed = (sign: LineChange['sign'], lines: string[]): LineChange[] => lines.map((text) => ({ sign, text }));

/** Keeps the longest common sequence of lines. */
function middleChanges(before: string[], after: string[]): LineChange[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > mostComparisons) return [...signed('-', before), ...signed('+', after)];
  const width = columns + 1;
  // How many lines can be kept from each pair of places to the ends.
  const kept = new Uint32Array((rows + 1) * width);
  const keptAt = (row: number, column: number): number => kept[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      kept[row * width + column] =
        before[row] === after[column]
          ? keptAt(row + 1, column + 1) + 1
          : Math.max(keptAt(row + 1, column), keptAt(row, column + 1));
    }
  }
  const changes: LineChange[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (before[row] === after[column]) {
      changes.push({ sign: ' ', text: before[row++] ?? '' });
      column++;
    } else if (keptAt(row + 1, column) >= keptAt(row, column + 1))
      changes.push({ sign: '-', text: before[row++] ?? '' });
    else changes.push({ sign: '+', text: after[column++] ?? '' });
  }
  return [...changes, ...signed('-', before.slice(row)), ...signed('+', after.slice(column))];
}
