import { endOf, type Node, triviaBetween } from './json-text';
import type { Cut } from './splices';

/**
 * What has to go with a member (given as its property) or an element: the comma that belongs to it and the white space before it. The inverse
 * of what json-insert.ts puts in, and comments of others stay.
 */
export function cutsOf(text: string, item: Node): Cut[] {
  const container = item.parent;
  if (!container?.children) throw new Error('The root of a JSON file cannot be removed.');
  const index = container.children.indexOf(item);
  const previous = container.children[index - 1];
  const next = container.children[index + 1];
  const before = triviaBetween(text, previous ? endOf(previous) : container.offset + 1, item.offset);
  const after = triviaBetween(text, endOf(item), next ? next.offset : endOf(container) - 1);
  const commaAfter = after.find(({ kind }) => kind === 'comma');
  const comma = commaAfter ?? before.find(({ kind }) => kind === 'comma');
  const end = endOf(item);
  const blanks = { from: blanksBefore(text, item.offset), to: end };
  const lineComment = before.at(-1)?.kind === 'line comment';
  // A line comment must keep the end of its line, or it would swallow what follows.
  const rest = text.slice(commaAfter && commaAfter.from === end ? commaAfter.to : end);
  if (lineComment && !/^[ \t]*\r?\n/.test(rest)) blanks.from = text.indexOf('\n', blanks.from) + 1;
  return comma ? [blanks, { from: comma.from, to: comma.to }] : [blanks];
}

function blanksBefore(text: string, at: number): number {
  return at - (/[ \t\r\n]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
}
