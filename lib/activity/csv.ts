/** What a spreadsheet would take for a formula, or for the end of a cell that hides one. */
const startsFormula = /^[=+\-@\t\r\n]/;

/** One line of CSV (RFC 4180). A cell that a spreadsheet would calculate gets an apostrophe before it: it is text that an agent wrote. */
export function csvLine(cells: (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | null): string {
  const text = value === null ? '' : startsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
