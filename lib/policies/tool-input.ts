/** As deep as a body may be (lib/http/read-body.ts): that check does not look into the JSON texts in it. */
const deepest = 32;
/** As many files as one call is judged for; more than a person could look at. */
const mostPaths = 200;

export type Fields = Record<string, unknown>;

/** An object as it is, or as the JSON text that some agents send; without fields when it is nested deeper than 32 levels. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'string') return asFields(value);
  if (!value.trimStart().startsWith('{')) return {};
  try {
    return asFields(JSON.parse(value));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Not JSON: a plain text, which has no fields.
    return {};
  }
}

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeeperThan(deepest, value)
    ? (value as Fields)
    : {};

/** Stops at the limit: a text can hold more levels than a function may call itself. */
const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)));

/** The first of these fields that is a text. */
export function textIn(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

const commandFields = ['command', 'cmd', 'script', 'chars', 'commandLine'];
const pathFields = [
  'file_path',
  'filePath',
  'absolute_path',
  'path',
  'notebook_path',
  'target_file',
  'target_notebook',
  'dirPath',
  'filepath',
  'old_path',
  'new_path',
  'newPath',
  'oldPath',
  'source',
  'destination',
  'dest',
  'target',
  'glob',
  'include',
];
const listFields = [
  'paths',
  'files',
  'include',
  'sources',
  'filePaths',
  'edits',
  'replacements',
  'changes',
  'operations',
];

/** Written so that a shell reads the word back as it is. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

function commandLine(value: unknown, words: unknown): string | undefined {
  if (typeof value === 'string') return Array.isArray(words) ? withWords(value, words) : value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return withWords('', value);
}

function withWords(start: string, words: unknown[]): string | undefined {
  if (!words.every((word) => typeof word === 'string' || typeof word === 'number')) return undefined;
  return [start, ...words.map((word) => quoted(String(word)))].filter((part) => part !== '').join(' ');
}

const plainShell = /^(?:\/(?:usr\/(?:local\/)?)?bin\/|\/opt\/homebrew\/bin\/)?(?:ba|z|da)?sh$/;

/** A line that another program than a shell is to run, or that runs with other variables, is written as a shell would start it. */
function asRun(line: string, [outer, inner]: [Fields, Fields]): string {
  const names = ['shell', 'shell_path', 'shellPath'];
  const shell = textIn(inner, ...names) ?? textIn(outer, ...names);
  const given = new Set([outer.env, outer.environment, inner.env, inner.environment]);
  const variables = [...given].flatMap(variablesIn);
  const isPlain = shell === undefined || plainShell.test(shell);
  if (isPlain && variables.length === 0) return line;
  const started = `${isPlain ? 'sh' : quoted(shell)} -c ${quoted(line)}`;
  return variables.length === 0 ? started : `env ${variables.join(' ')} ${started}`;
}

/** `A=1` for each variable; one word that nobody knows where they are given in another way. */
function variablesIn(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const pairs = Array.isArray(value) ? value : Object.entries(asFields(value)).map((pair) => pair.join('='));
  const isKnown =
    typeof value === 'object' && pairs.every((pair) => typeof pair === 'string' && /^[A-Za-z_]\w*=/.test(pair));
  return isKnown ? pairs.map((pair) => quoted(pair)) : ['"$ENVIRONMENT"'];
}

/** Every command line in the input of a shell tool; more than one only where fields of the same meaning disagree. */
export function commandsIn(input: unknown): string[] {
  const fields = fieldsOf(input);
  const inner = [fields, fieldsOf(fields.action), fieldsOf(fields.task), fieldsOf(fields.params)];
  const lines = inner.flatMap((some) =>
    commandFields.map((name) => {
      const line = commandLine(some[name], some.args);
      return line === undefined ? undefined : asRun(line, [fields, some]);
    }),
  );
  const found = [...new Set(lines.filter((line) => line !== undefined))];
  if (found.length > 0) return found;
  return typeof input === 'string' && Object.keys(fields).length === 0 && input.trim() !== '' ? [input] : [];
}

/** Every file that the input of an editing or reading tool names, in its order, each once. */
export function pathsIn(input: unknown): string[] {
  const fields = fieldsOf(input);
  const found = new Set<string>();
  for (const some of [fields, fieldsOf(fields.params)]) {
    for (const path of pathsOfFields(some)) found.add(path);
    for (const path of pathsInPatch(textIn(some, 'patch', 'input', 'command', 'diff') ?? '')) found.add(path);
  }
  if (typeof input === 'string' && Object.keys(fields).length === 0) {
    const patched = pathsInPatch(input);
    for (const path of patched) found.add(path);
    if (patched.length === 0 && input.trim() !== '' && !/[\n\r]/.test(input)) found.add(input);
  }
  return [...found].slice(0, mostPaths + 1);
}

/** More files than are judged one by one. */
export const tooManyPaths = (paths: string[]): boolean => paths.length > mostPaths;

function pathsOfFields(fields: Fields): string[] {
  const own = pathFields.flatMap((name) => textIn(fields, name) ?? []);
  const listed = listFields.flatMap((name) => {
    const list = fields[name];
    // Codex names the files of a patch as the keys of its changes.
    if (name === 'changes' && typeof list === 'object' && list !== null && !Array.isArray(list))
      return Object.keys(list);
    if (!Array.isArray(list)) return [];
    return list.slice(0, 1000).flatMap((part) => {
      if (typeof part === 'string') return part.trim() === '' ? [] : [part];
      const inner = asFields(part);
      return pathFields.flatMap((field) => textIn(inner, field) ?? []);
    });
  });
  return [...own, ...listed];
}

/** A patch names its files in lines of its own. */
function pathsInPatch(patch: string): string[] {
  if (!patch.includes('*** ')) return [];
  const named: string[] = [];
  for (const line of patch.split(/\r?\n/)) {
    const path = /^\s{0,8}\*\*\* (?:(?:Update|Add|Delete) File|Move to):(.{1,4096})$/.exec(line)?.[1]?.trim();
    if (path) named.push(path);
  }
  return named;
}
