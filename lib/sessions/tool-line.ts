import { cut } from '@/lib/contract/text';
import { redactDeeply } from '@/lib/redact';

const longest = 200;
/** As much of a command as is looked at: its first line is all that is shown. */
const looked = 20_000;
/** As deep as a body may be (lib/http/read-body.ts): that check does not look into the JSON texts in it. */
const deepest = 32;

/** Tools by what they do, in the spellings of every agent, letters only. */
const shells = new Set(
  'bash shell localshell execcommand runshellcommand runterminalcmd runterminalcommand runinterminal terminal powershell'.split(
    ' ',
  ),
);
const edits = new Set(
  'edit write multiedit notebookedit writefile replace editfile applypatch createfile inserteditintofile replacestringinfile searchreplace strreplace'.split(
    ' ',
  ),
);
const reads = new Set('read readfile readmanyfiles view viewfile'.split(' '));

type Fields = Record<string, unknown>;

/** One line of text that holds no secret Nod recognises, nothing that cannot be stored, and at most 200 characters. */
export function safeLine(value: string): string {
  const lines = redactDeeply(cut(value, looked))
    .split(/[\n\r]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim())
    .filter((line) => line !== '');
  const line = lines.length > 1 ? `${lines[0]} …` : (lines[0] ?? '');
  return [...line].length > longest ? `${cut(line, longest - 1)}…` : line;
}

/** What a tool call does, in one line: `$ npm test`, `Edited src/a.ts`, or the tool's name. Undefined without a name. */
export function toolLine(tool: string | undefined, input: unknown, cwd: string | undefined): string | undefined {
  if (tool === undefined || tool.trim() === '') return undefined;
  const letters = tool.toLowerCase().replace(/[^a-z]/g, '');
  const fields = fieldsOf(input);
  if (shells.has(letters)) {
    const command = commandIn(fields) ?? (typeof input === 'string' ? input : undefined);
    return command === undefined ? safeLine(tool) : safeLine(`$ ${command.trim()}`);
  }
  const path = pathIn(fields) ?? (edits.has(letters) ? pathInPatch(fields, input) : undefined);
  if (path !== undefined && edits.has(letters)) return safeLine(`Edited ${within(path, cwd)}`);
  if (path !== undefined && reads.has(letters)) return safeLine(`Read ${within(path, cwd)}`);
  return safeLine(tool);
}

/** An object as it is, or as the JSON text that some agents send; without fields when it is nested deeper than 32 levels. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'string') return asFields(value);
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

function commandIn(fields: Fields): string | undefined {
  const command = fields.command ?? fields.cmd;
  if (!Array.isArray(command)) return textIn(fields, 'command', 'cmd', 'script');
  return command.filter((word) => typeof word === 'string' || typeof word === 'number').join(' ');
}

const pathIn = (fields: Fields): string | undefined =>
  textIn(fields, 'file_path', 'filePath', 'absolute_path', 'path', 'notebook_path', 'target_file');

/** A patch names its files in lines of its own. */
function pathInPatch(fields: Fields, input: unknown): string | undefined {
  const patch = textIn(fields, 'patch', 'input', 'command') ?? (typeof input === 'string' ? input : '');
  return /^\*\*\* (?:Update|Add|Delete) File: (\S.{0,1000})$/m.exec(patch.slice(0, looked))?.[1];
}

const within = (path: string, cwd: string | undefined): string =>
  cwd !== undefined && cwd !== '/' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
