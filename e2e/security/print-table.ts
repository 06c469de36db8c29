/** Prints a table with aligned columns to the test's output. */
export function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  console.log([line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n'));
}
