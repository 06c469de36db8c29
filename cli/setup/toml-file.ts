import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import type { JsonPath } from '@/cli/agents/config';
import type { InstalledFile } from './installed-file';
import type { Additions } from './json-file';
import { leadsToNod, looksLikeSetup } from './own-hook';
import { cutOut, notesOf, putIn } from './splices';
import { lineEndOf } from './text-style';
import { type TomlTable, tablesOf } from './toml-text';
import { UneditableFile } from './uneditable-file';

/**
 * The line before the table that says whose it is. There is none after it: Codex keeps a comment at the end of the file at the end when it
 * adds a table of its own, which would then stand between the two.
 */
const mark = '# Added by nod setup; nod uninstall takes it out.';

export interface OwnTable {
  table: JsonPath;
  installed: InstalledFile | undefined;
  trustsSight: boolean;
}

type Values = Record<string, unknown>;

/** Reads TOML. Throws UneditableFile. */
export function readToml(text: string): Values {
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UneditableFile(`it is no valid TOML: ${reason.replace(/^Invalid TOML document: /, '')}`);
  }
}

/** Whose the table in a text is; undefined when there is none. Throws UneditableFile. */
export function tableIn(text: string, own: OwnTable): 'setup' | 'by hand' | 'another' | undefined {
  const value = valueAt(readToml(text), own.table);
  if (value === undefined) return undefined;
  if (isOwn(text, value, own)) return 'setup';
  return leadsToNod(plainValues(value)) ? 'by hand' : 'another';
}

/** Codex writes its servers anew, without the comments, when one is added with its command: then the note says whose the table is. */
function isOwn(text: string, value: unknown, { table, installed, trustsSight }: OwnTable): boolean {
  const tables = tablesOf(text).filter(({ keys }) => startsWith(keys, table));
  if (tables.some(({ from }) => hasMark(text, from))) return true;
  const isKnown = installed ? installed.added.length > 0 : trustsSight;
  return isKnown && tables.length > 0 && looksLikeSetup(plainValues(value));
}

/** Puts the table at the end of a text that has none of that name. Throws UneditableFile. */
export function withTable(text: string, table: JsonPath, lines: string[]): { text: string; additions: Additions } {
  const lineEnd = lineEndOf(text);
  const block = [mark, ...lines].join(lineEnd);
  const bare = text.replace(/^\uFEFF/, '');
  const isClosed = bare === '' || bare.endsWith('\n');
  // A file without a line end at its end gets none either: so the place where the table was tells how to take it out.
  const put = bare === '' ? block + lineEnd : isClosed ? lineEnd + block + lineEnd : lineEnd + lineEnd + block;
  const splices = [{ at: text.length, text: put }];
  const result = putIn(text, splices);
  checkAdded(text, result, table, lines);
  return { text: result, additions: { splices: notesOf(splices), added: [table], created: [], emptied: [] } };
}

function checkAdded(before: string, after: string, table: JsonPath, lines: string[]): void {
  const expected = readToml(before);
  const last = table.at(-1) ?? '';
  const parent = table.slice(0, -1).reduce<Values>((place, key) => {
    place[key] ??= {};
    return place[key] as Values;
  }, expected);
  parent[last] = valueAt(readToml(lines.join('\n')), table);
  let found: Values;
  try {
    found = readToml(after);
  } catch {
    const name = table.slice(0, -1).join('.');
    throw new UneditableFile(
      `it writes "${name}" in one line, where no table can be added: write it as [${name}.NAME]`,
    );
  }
  if (!isDeepStrictEqual(plainValues(found), plainValues(expected)))
    throw new UneditableFile('setup would have changed more than its own entry');
}

/** Takes the table out, with what others put below it (a part of a server that is gone would make the file useless). Throws UneditableFile. */
export function withoutTable(text: string, own: OwnTable): string {
  if (tableIn(text, own) !== 'setup') return text;
  return cutOut(
    text,
    tablesOf(text)
      .filter(({ keys }) => startsWith(keys, own.table))
      .map((table) => cutOf(text, table)),
  );
}

function cutOf(text: string, table: TomlTable): { from: number; to: number } {
  let from = hasMark(text, table.from) ? lineBefore(text, table.from) : table.from;
  const blank = lineBefore(text, from);
  if (blank < from && text.slice(blank, from).trim() === '') from = blank;
  const to = table.to + (/^\r?\n/.exec(text.slice(table.to))?.[0].length ?? 0);
  if (from === 0 && text.startsWith('\uFEFF')) from = 1;
  const isAtOpenEnd = to === text.length && !text.endsWith('\n');
  if (isAtOpenEnd) from -= /\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return { from, to };
}

/** Whether a text has the table just as it is wanted. Throws UneditableFile. */
export function isTableComplete(text: string, own: OwnTable, lines: string[]): boolean {
  const there = tableIn(text, own);
  if (there !== 'setup') return there !== undefined;
  const [found, wanted] = [text, lines.join('\n')].map((toml) => plainValues(valueAt(readToml(toml), own.table)));
  return isDeepStrictEqual(found, wanted);
}

const startsWith = (keys: string[], table: JsonPath): boolean => table.every((key, index) => keys[index] === key);

/** Where the line before the one that starts at `start` starts; `start` itself when it is the first. */
const lineBefore = (text: string, start: number): number => (start === 0 ? 0 : text.lastIndexOf('\n', start - 2) + 1);

const hasMark = (text: string, start: number): boolean =>
  text
    .slice(lineBefore(text, start), start)
    .replace(/^\uFEFF/, '')
    .trim() === mark;

function valueAt(values: Values, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (place, key) => (typeof place === 'object' && place !== null ? (place as Values)[key] : undefined),
    values,
  );
}

/** Whole and other numbers alike, for comparing: Codex turns 120 into 120.0. */
function plainValues(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainValues);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValues(inner)]));
}
