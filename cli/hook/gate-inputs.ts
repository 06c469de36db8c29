import type { ToolCall } from '@/lib/policies/decision';
import { redact } from '@/lib/redact';
import { isFields } from './read-call';

/** One word, as a shell would still read it where a secret stood. */
const mark = 'secret-removed';
const redactionMark = '[secret removed]';

/** What an editing tool would write: the gate judges where, not what. */
const contents = new Set(
  'content contents file_text filetext text code code_edit newcode new_source insert_text old_string new_string oldstring newstring old_str new_str instructions instruction explanation description'.split(
    ' ',
  ),
);
const patches = new Set(['patch', 'input', 'command', 'diff']);

/**
 * A tool's inputs as they go to the gate: without what an editing tool would write, and without secrets. A secret is left out only where
 * nothing of the command's structure can go with it, for a gate that judges another command than the one that runs is none.
 */
export function gateInputs(kind: ToolCall['kind'], inputs: unknown[]): unknown[] {
  if (kind === 'read') return inputs;
  return inputs.map((input) => (kind === 'edit' ? withoutContents(input) : withoutSecrets(input)));
}

function withoutContents(input: unknown, name = ''): unknown {
  if (typeof input === 'string') return patches.has(name) || name === '' ? patchHeads(input) : input;
  if (Array.isArray(input)) return input.map((part) => (isFields(part) ? withoutContents(part) : part));
  if (!isFields(input)) return input;
  const kept = Object.entries(input).filter(([field]) => !contents.has(field.toLowerCase()));
  // The files of a patch may be keys, with what changes in each as the value.
  return Object.fromEntries(
    kept.map(([field, value]) => [
      field,
      field === 'changes' && isFields(value) ? namesOnly(value) : withoutContents(value, field),
    ]),
  );
}

const namesOnly = (changes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, {}]));

/** The lines of a patch that name its files. */
const patchHeads = (patch: string): string =>
  patch.includes('*** ')
    ? patch
        .split(/\r?\n/)
        .filter((line) => /^\s{0,8}\*\*\* /.test(line))
        .join('\n')
    : patch;

function withoutSecrets(input: unknown): unknown {
  if (typeof input === 'string') return withoutPlainSecrets(input);
  if (Array.isArray(input)) return input.map(withoutSecrets);
  if (!isFields(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withoutSecrets(value)]));
}

/** Leaves out each secret that is a plain word, or part of one. */
export function withoutPlainSecrets(text: string): string {
  const pieces = redact(text).split(redactionMark);
  if (pieces.length === 1) return text;
  let result = '';
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    // The last piece ends the text: what is before it was removed, however often the piece stands elsewhere.
    const start = index === 0 ? 0 : index === pieces.length - 1 ? text.length - piece.length : text.indexOf(piece, at);
    if (start < at || (index > 0 && piece === '' && index < pieces.length - 1)) return text;
    const secret = text.slice(at, start);
    if (index > 0) result += isPlainSecret(secret, text.slice(0, at)) ? mark : secret;
    result += piece;
    at = start + piece.length;
  }
  return result;
}

const inWord = /^[\w.~+/=:@%,-]+$/;
const quotedWord = /^(["'])[\w.~+/=:@%,-]+\1$/;
/** A word of its own that is neither an option nor the name of anything that is judged: those have no digits. */
const ownWord = /^(?:(?:basic|bearer|token|digest) )?(?=\S*\d)[A-Za-z0-9][\w.~+/=:@%,-]{7,}$/i;

/** It cannot hide a command: it holds nothing that a shell acts on, and is either the rest of a word or plainly a value. */
function isPlainSecret(secret: string, before: string): boolean {
  if (inWord.test(secret) || quotedWord.test(secret)) if (before !== '' && !/\s$/.test(before)) return true;
  if (ownWord.test(secret) && /(?:\s--[\w-]+|bearer|:)[ \t]+$/i.test(before)) return true;
  // A secret wherever it stands.
  return inWord.test(secret) && redact(secret) === redactionMark;
}
