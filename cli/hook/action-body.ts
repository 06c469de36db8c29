import { readFileSync, statSync } from 'node:fs';
import type { ToolCall } from '@/lib/policies/decision';
import { textIn } from '@/lib/policies/tool-input';
import { cutPatch, type EditPiece, editDiff, type FileEdit } from '@/lib/questions/edit-diff';
import type { HookContext } from './context';
import { plainCommand, plainText } from './plain-text';
import { type Fields, isFields } from './read-call';
import { resolvePath } from './resolve-path';

const longestBody = 4000;
const longestFile = 1_048_576;
/** The server keeps no more of a command, and nobody is asked about what they cannot read whole. */
const longestCommand = 100_000;

/** A command of which the person could see a part only. */
export class TooLongError extends Error {
  constructor() {
    super(`The command is longer than the ${longestCommand} characters that Nod can show.`);
    this.name = 'TooLongError';
  }
}

/**
 * All that a call would do, as text to read before saying yes: the whole command, what would change in a file, or the arguments. Throws
 * {@link TooLongError}.
 */
export function bodyOf({ call, cwd }: HookContext, { kind, inputs }: ToolCall): string | undefined {
  if (kind === 'shell') return wholeCommand(inputs.flatMap(({ command }) => command ?? []).join('\n'));
  if (kind === 'edit') return call.toolInputs.map((input) => editBody(input, cwd)).join('\n') || undefined;
  const [input] = call.toolInputs;
  return input === undefined
    ? undefined
    : cutBody(typeof input === 'string' ? input : JSON.stringify(input, undefined, 2));
}

function wholeCommand(command: string): string | undefined {
  const plain = plainCommand(command);
  if (plain.length > longestCommand) throw new TooLongError();
  return plain.trim() === '' ? undefined : plain;
}

function cutBody(text: string): string | undefined {
  const plain = plainText(text);
  if (plain.length <= longestBody) return plain.trim() === '' ? undefined : plain;
  const characters = [...plain];
  const shown = characters.slice(0, longestBody - 60).join('');
  return `${shown}\n… ${characters.length - (longestBody - 60)} more characters are not shown`;
}

function editBody(input: unknown, cwd: string): string {
  if (typeof input === 'string') return cutPatch(plainText(input), longestBody);
  if (!isFields(input)) return '';
  const patch = textIn(input, 'patch', 'input', 'command', 'diff');
  if (patch?.includes('\n')) return cutPatch(plainText(patch), longestBody);
  const edits = editsOf(input, cwd);
  return edits.length > 0 ? editDiff(edits, longestBody) : (cutBody(JSON.stringify(input, undefined, 2)) ?? '');
}

const pathNames = ['file_path', 'filePath', 'absolute_path', 'path', 'notebook_path', 'target_file'];

function editsOf(input: Fields, cwd: string): FileEdit[] {
  const list = [input.edits, input.replacements].find(Array.isArray) ?? [input];
  const byPath = new Map<string, Fields[]>();
  for (const part of list.filter(isFields)) {
    const path = textIn(part, ...pathNames) ?? textIn(input, ...pathNames);
    if (path) byPath.set(path, [...(byPath.get(path) ?? []), part]);
  }
  return [...byPath].flatMap(([path, parts]): FileEdit[] => {
    const now = contentOf(path, cwd);
    const pieces = parts.flatMap((part) => pieceOf(part, now) ?? []);
    const isNew = now === undefined && pieces.every(({ before }) => before === '');
    return pieces.length > 0 ? [{ path: plainText(path), pieces, ...(isNew ? { isNewFile: true } : {}) }] : [];
  });
}

function pieceOf(part: Fields, now: string | undefined): EditPiece | undefined {
  const textOf = (...names: string[]) => names.map((name) => part[name]).find((value) => typeof value === 'string');
  const before = textOf('old_string', 'oldString', 'old_str');
  const after = textOf('new_string', 'newString', 'new_str');
  if (typeof before === 'string' && typeof after === 'string') {
    const at = before !== '' && now !== undefined ? now.indexOf(before) : -1;
    return {
      before: plainText(before),
      after: plainText(after),
      ...(at >= 0 ? { startLine: now?.slice(0, at).split('\n').length } : {}),
      ...(part.replace_all === true ? { everywhere: true } : {}),
    };
  }
  const whole = textOf('content', 'contents', 'file_text', 'new_source', 'code');
  if (typeof whole !== 'string') return undefined;
  // Of a notebook or an excerpt, the file around it is not what goes away.
  const replaces = ['content', 'contents', 'file_text'].some((name) => part[name] === whole);
  return {
    before: replaces ? plainText(now ?? '') : '',
    after: plainText(whole),
    ...(replaces ? { startLine: 1 } : {}),
  };
}

/** What is in the file now; undefined when it is not there or is too large to be compared. */
function contentOf(path: string, cwd: string): string | undefined {
  const file = resolvePath(cwd, path);
  if (!file) return undefined;
  try {
    const { size } = statSync(file);
    return size <= longestFile ? readFileSync(file, 'utf8') : undefined;
  } catch {
    // A new file, or none that can be read: then only what comes is shown.
    return undefined;
  }
}
