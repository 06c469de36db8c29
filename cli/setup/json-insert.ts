import type { JsonPath } from '@/cli/agents/config';
import { endOf, isBlank, type Node, nodeAt, readJson, triviaBetween } from './json-text';
import type { Splice } from './splices';
import { indentAt, indentUnitOf, isFirstOfLine, lineEndOf } from './text-style';
import { UneditableFile } from './uneditable-file';

/** What puts something into a JSON text, and which containers were made for it. */
export interface Insertion {
  splices: Splice[];
  created: JsonPath[];
  /** The container that had nothing in it, and the white space before its closing brace. */
  wasEmpty?: { path: JsonPath; blanks: string };
}

/** Sets a member that is not there yet; objects on the way are made. Throws UneditableFile. */
export function setMember(text: string, path: JsonPath, value: unknown): Insertion {
  return insertAt(text, path, value);
}

/** Adds an element at the end of the array at a path, so that the places of those before it stay; the array is made when missing. Throws UneditableFile. */
export function addElement(text: string, path: JsonPath, value: unknown): Insertion {
  if (isBlank(text)) return withMade(insertAt(text, path, [value]), path);
  const array = nodeAt(readJson(text), path);
  if (!array) return withMade(insertAt(text, path, [value]), path);
  if (array.type !== 'array') throw new UneditableFile(`"${path.join('.')}" is no list`);
  return { splices: insertItem(text, array, value), created: [], ...emptiness(text, array, path) };
}

const withMade = (insertion: Insertion, path: JsonPath): Insertion => ({
  ...insertion,
  created: [...insertion.created, path],
});

function insertAt(text: string, path: JsonPath, value: unknown): Insertion {
  if (isBlank(text)) return { splices: [wholeText(text, nested(path, value))], created: parentsOf(path, 0) };
  const root = readJson(text);
  // As deep as there is something; the rest is made as one new member.
  let depth = path.length - 1;
  while (depth > 0 && !nodeAt(root, path.slice(0, depth))) depth -= 1;
  const place = path.slice(0, depth);
  const container = nodeAt(root, place);
  if (container?.type !== 'object') throw new UneditableFile(`"${place.join('.')}" is no object`);
  const key = path[depth] ?? '';
  const splices = insertItem(text, container, nested(path.slice(depth + 1), value), key);
  return { splices, created: parentsOf(path, depth), ...emptiness(text, container, place) };
}

const nested = (path: JsonPath, value: unknown): unknown => path.reduceRight((inner, key) => ({ [key]: inner }), value);

/** The objects from below `depth` that hold the member at `path`. */
const parentsOf = (path: JsonPath, depth: number): JsonPath[] =>
  path.slice(depth, -1).map((_, index) => path.slice(0, depth + index + 1));

function emptiness(text: string, container: Node, path: JsonPath): Pick<Insertion, 'wasEmpty'> {
  if (container.children?.length) return {};
  return { wasEmpty: { path, blanks: text.slice(placeInside(text, container), endOf(container) - 1) } };
}

/** Where the first item of an empty container goes: after its comments. */
export const placeInside = (text: string, container: Node): number =>
  triviaBetween(text, container.offset + 1, endOf(container) - 1).at(-1)?.to ?? container.offset + 1;

function wholeText(text: string, value: unknown): Splice {
  const at = text.startsWith('\uFEFF') ? 1 : 0;
  const lineEnd = lineEndOf(text);
  const json = JSON.stringify(value, undefined, 2).replaceAll('\n', lineEnd);
  return { at, text: /^\r?\n/.test(text.slice(at)) ? json : json + lineEnd };
}

function insertItem(text: string, container: Node, value: unknown, key?: string): Splice[] {
  const last = container.children?.at(-1);
  const render = (unit: string, lineBreak: string): string =>
    (key === undefined ? '' : `${JSON.stringify(key)}: `) +
    JSON.stringify(value, undefined, unit).replaceAll('\n', lineBreak);
  return last ? insertAfter(text, container, last, render) : insertAlone(text, container, render);
}

type Render = (unit: string, lineBreak: string) => string;

function insertAlone(text: string, container: Node, render: Render): Splice[] {
  const close = endOf(container) - 1;
  const at = placeInside(text, container);
  const unit = indentUnitOf(text);
  const indent = indentAt(text, container.offset);
  const lineBreak = lineEndOf(text) + indent + unit;
  const closesOnOwnLine = text.slice(at, close).includes('\n');
  return [{ at, text: lineBreak + render(unit, lineBreak) + (closesOnOwnLine ? '' : lineEndOf(text) + indent) }];
}

function insertAfter(text: string, container: Node, last: Node, render: Render): Splice[] {
  const tail = triviaBetween(text, endOf(last), endOf(container) - 1);
  const at = tail.at(-1)?.to ?? endOf(last);
  const hasTrailingComma = tail.some(({ kind }) => kind === 'comma');
  const item = separated(text, container, tail.at(-1)?.kind === 'line comment', render);
  if (hasTrailingComma) return [{ at, text: `${item},` }];
  return [
    { at: endOf(last), text: ',' },
    { at, text: item },
  ];
}

/** The item with the white space before it: on a line of its own where the others are. */
function separated(text: string, container: Node, afterLineComment: boolean, render: Render): string {
  const first = container.children?.[0];
  const unit = indentUnitOf(text);
  if (first && isFirstOfLine(text, first.offset)) {
    const lineBreak = lineEndOf(text) + indentAt(text, first.offset);
    return lineBreak + render(unit, lineBreak);
  }
  if (afterLineComment) return lineEndOf(text) + indentAt(text, container.offset) + unit + render('', '');
  return ` ${render('', '')}`;
}
