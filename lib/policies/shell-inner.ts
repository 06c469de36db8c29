import { assignsUnsafely, calculatesWords } from '@/lib/policies/shell-calculation';
import { type OuterCommand, programOf, type ShellCommand, type ShellWord } from '@/lib/policies/shell-command';
import { unknown } from '@/lib/policies/shell-word';
import { type Inner, innerOf } from '@/lib/policies/shell-wrappers';

export interface Walk {
  commands: ShellCommand[];
  /** Reads a text that a command is told to run. */
  /** Counts what is done; throws when it is too much. */
  spend(steps: number): void;
  read(text: string, from: { depth: number; outer: OuterCommand; fromNetwork: boolean }): void;
}

/** `sudo timeout 5 env …`: as many programs as may run each other by words. */
const deepest = 12;
const network = new Set('curl wget fetch aria2c http https httpie lwp-request'.split(' '));

/** It gets something out of the network and may print it. */
export const isNetworkProgram = (command: ShellCommand): boolean =>
  command.fromNetwork || network.has(programOf(command));

/** Adds a command and everything that it is told to run. */
export function addCommand(command: ShellCommand, walk: Walk, depth: number): void {
  const [program] = command.words;
  if (program && (program.text === null || program.glob || program.text === ''))
    command.opaque ??= 'Which program it runs is known only when it runs.';
  if (command.assignments.some(assignsUnsafely) || calculatesWords(command, programOf(command)))
    command.opaque ??= 'It calculates with a value that may hold a command.';
  walk.spend(1 + command.words.length);
  if (depth > deepest) command.opaque ??= 'It runs commands within commands too deep to follow.';
  const found = command.opaque ? [] : innerOf(command);
  if (found.length === 0 || found.some(({ beside }) => beside)) walk.commands.push(command);
  for (const inner of found) addInner(command, inner, walk, depth);
}

function addInner(command: ShellCommand, inner: Inner, walk: Walk, depth: number): void {
  if ('opaque' in inner) {
    walk.commands.push({ ...command, opaque: inner.opaque });
    return;
  }
  const outer = { command, kind: inner.kind, offset: 'at' in inner ? inner.at : null };
  if ('text' in inner) {
    walk.read(inner.text, { depth: depth + 1, outer, fromNetwork: command.fromNetwork });
    return;
  }
  const words = command.words.slice(inner.at, inner.until).map((word) => hidden(word, inner.replaced));
  const last = words.at(-1);
  if (!last) return;
  const rest = inner.more ? [unknownWord(last.end)] : [];
  addCommand(
    {
      ...command,
      written: command.source.slice(words[0]?.start, last.end),
      words: [...words, ...rest],
      assignments: inner.assignments ?? [],
      writes: [],
      reads: [],
      outer,
    },
    walk,
    depth + 1,
  );
}

/** `{}` in the words of find and xargs becomes a name that nobody knows yet. */
function hidden(word: ShellWord, replaced: string | undefined): ShellWord {
  if (!replaced || !word.shape.includes(replaced)) return word;
  return { ...word, text: null, shape: word.shape.replaceAll(replaced, unknown) };
}

const unknownWord = (place: number): ShellWord => ({
  text: null,
  shape: unknown,
  written: '',
  glob: false,
  start: place,
  end: place,
});
