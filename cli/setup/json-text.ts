import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JsonPath } from '@/cli/agents/config';
import { UneditableFile } from './uneditable-file';

export type { Node } from 'jsonc-parser';

/** Whether there is nothing in it but white space and a byte order mark. */
export const isBlank = (text: string): boolean => text.trim() === '';

/**
 * Reads JSON with comments and trailing commas, as agents write and allow it. Offsets in the tree count in `text`. Throws
 * {@link UneditableFile} when it is anything else, or no object.
 */
export function readJson(text: string): Node {
  const errors: ParseError[] = [];
  // The parser takes a byte order mark for a bad character; a blank in its place keeps every offset.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new UneditableFile(`it is no valid JSON: ${printParseErrorCode(error.error)} in line ${line}`);
  }
  if (root?.type !== 'object') throw new UneditableFile('it holds no JSON object');
  return root;
}

/** The value at a path; undefined when there is none. Throws {@link UneditableFile} when the way there is no object, or a key is there twice. */
export function nodeAt(root: Node, path: JsonPath): Node | undefined {
  let node: Node = root;
  for (const [depth, key] of path.entries()) {
    const found = memberOf(node, key, path.slice(0, depth));
    if (!found) return undefined;
    node = found;
  }
  return node;
}

function memberOf(node: Node, key: string, place: JsonPath): Node | undefined {
  if (node.type !== 'object') throw new UneditableFile(`"${place.join('.')}" is no object`);
  const members = (node.children ?? []).filter((property) => property.children?.[0]?.value === key);
  if (members.length > 1) throw new UneditableFile(`"${[...place, key].join('.')}" is there twice`);
  return members[0]?.children?.[1];
}

/** The elements of the array at a path, none where nothing is there. Throws {@link UneditableFile} when it is no array. */
export function elementsAt(root: Node, path: JsonPath): Node[] {
  const node = nodeAt(root, path);
  if (node && node.type !== 'array') throw new UneditableFile(`"${path.join('.')}" is no list`);
  return node?.children ?? [];
}

/** A comma or a comment between two values. */
export interface Trivia {
  kind: 'comma' | 'line comment' | 'block comment';
  from: number;
  to: number;
}

/** Commas and comments between two places, where nothing else but white space is. */
export function triviaBetween(text: string, from: number, to: number): Trivia[] {
  const found = text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g);
  return [...found].map(({ 0: piece, index }) => ({
    kind: piece === ',' ? 'comma' : piece.startsWith('//') ? 'line comment' : 'block comment',
    from: from + index,
    to: from + index + piece.length,
  }));
}

export const endOf = (node: Node): number => node.offset + node.length;

/** What a part of the tree says, as plain objects. */
export function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const members = (node.children ?? []).map(({ children: [key, value] = [] }) => [
    key?.value,
    value && plainValue(value),
  ]);
  return Object.fromEntries(members);
}
