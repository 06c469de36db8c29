/** A table of a TOML text: from the start of its header's line to the end of its last entry, that line's comment included. */
export interface TomlTable {
  keys: string[];
  from: number;
  to: number;
}

/** Finds the tables of a TOML text that is known to be valid. What stands before the first header belongs to none. */
export function tablesOf(text: string): TomlTable[] {
  const tables: TomlTable[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = skip(text, at, /[ \t\uFEFF]*/y);
    const isHeader = text[at] === '[';
    const isEmpty = text[at] === '#' || text[at] === '\n' || text[at] === '\r' || at >= text.length;
    if (isHeader) tables.push({ keys: keysOf(text, at), from: start, to: start });
    at = isEmpty ? at : isHeader ? afterHeader(text, at) : afterEntry(text, at);
    at = skip(text, at, /[^\n\r]*/y);
    const table = tables.at(-1);
    if (table && !isEmpty) table.to = at;
    at = skip(text, at, /\r?\n?/y);
  }
  return tables;
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

const quoted = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;
const oneKey = new RegExp(String.raw`\s*(${quoted}|[A-Za-z0-9_-]+)\s*\.?`, 'y');

function keysOf(text: string, header: number): string[] {
  const keys: string[] = [];
  let at = skip(text, header, /\[+/y);
  for (;;) {
    oneKey.lastIndex = at;
    const found = oneKey.exec(text);
    if (!found?.[1]) return keys;
    keys.push(plain(found[1]));
    at += found[0].length;
  }
}

function plain(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1);
  if (!key.startsWith('"')) return key;
  // The escapes of both notations agree in all that keys of people hold.
  try {
    return JSON.parse(key) as string;
  } catch {
    return key;
  }
}

const afterHeader = (text: string, at: number): number =>
  skip(text, at, new RegExp(String.raw`(?:${quoted}|[^"'\]\n])*\]+`, 'y'));

const pieces = new RegExp(
  [
    String.raw`"""(?:[^\\]|\\[\s\S])*?"{3,5}`,
    String.raw`'''[\s\S]*?'{3,5}`,
    quoted,
    String.raw`#[^\n\r]*`,
    '[[{]',
    String.raw`[\]}]`,
    String.raw`\r?\n`,
    String.raw`[\s\S]`,
  ].join('|'),
  'y',
);

/** The end of an entry that begins at `at`: of its line, or of the last line of its list or text. */
function afterEntry(text: string, at: number): number {
  let depth = 0;
  let place = at;
  while (place < text.length) {
    pieces.lastIndex = place;
    const piece = pieces.exec(text)?.[0] ?? text.slice(place);
    if (depth === 0 && (piece === '\n' || piece === '\r\n' || piece.startsWith('#'))) return place;
    if (piece === '[' || piece === '{') depth += 1;
    if (piece === ']' || piece === '}') depth -= 1;
    place += piece.length;
  }
  return place;
}
