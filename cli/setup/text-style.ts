/** How a text ends its lines. */
export const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** What one more level is indented by: as much as the first indented line, else two blanks. */
export const indentUnitOf = (text: string): string => /^[ \t]+(?=["}\]{[/])/m.exec(text)?.[0] ?? '  ';

/** The blanks at the start of the line that holds a place. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}

/** Whether a place is the first of its line, blanks aside. */
export function isFirstOfLine(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, at).trim() === '';
}
