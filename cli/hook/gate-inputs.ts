import type { ToolCall } from '@/lib/policies/decision';
import { withoutPlainSecrets } from '@/lib/redact-command';
import { isFields } from './read-call';

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
