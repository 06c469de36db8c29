import { type Danger, findDanger } from '@/lib/policies/danger';
import { isWatched, programFindings } from '@/lib/policies/destructive-programs';
import { type Finding, isDisk } from '@/lib/policies/destructive-words';
import { isInert } from '@/lib/policies/inert-program';
import { chainOf, programOf, type ShellCommand, type ShellWord } from '@/lib/policies/shell-command';
import { unknown } from '@/lib/policies/shell-word';

/** What this one command does that cannot be undone; what runs it (sudo) left out. */
export function ownDanger(command: ShellCommand): Danger[] {
  const found = [...programFindings(command, programOf(command)), ...everywhere(command)];
  return found.map(({ sentence, upTo }) => ({ sentence, words: wordsOf(command, upTo) }));
}

/** What a command does that cannot be undone, and what running it as it is run adds to that (the destructive ceiling of spec 4.3). */
export function dangerOf(command: ShellCommand): Danger[] {
  const found = new Map<string, Danger>();
  for (const danger of chainOf(command).flatMap(ownDanger))
    if (!found.has(danger.sentence)) found.set(danger.sentence, danger);
  return [...found.values()];
}

/** From the program to the word that says it. */
const wordsOf = (command: ShellCommand, upTo: ShellWord | undefined): string =>
  command.source.slice(command.words[0]?.start ?? 0, upTo?.end ?? command.words[0]?.end).trim() || command.written;

function everywhere(command: ShellCommand): Finding[] {
  const device = command.writes.find(({ shape }) => isDisk(shape));
  // GIT_SSH_COMMAND='rm -rf x' git fetch
  const set = command.assignments.flatMap(({ value }) => (value && /\s/.test(value) ? findDanger([value]) : []));
  return [
    ...set.map(({ sentence }) => ({ sentence })),
    ...(device ? [{ sentence: 'Writes to a disk directly', upTo: device }] : []),
  ];
}

/** Words that would make a command destructive, tried in the place of one that only running it tells. */
const tried =
  '-rf -f -D -d --force --hard --delete --mirror -delete --prune -R 777 delete destroy apply up prune push publish deploy release rm drop clean reset clear uninstall drain +x :x of=/dev/x /dev/x -9 -F'.split(
    ' ',
  );

/** Whether a word that is not known yet could make it destructive: `rm $FLAGS x`, `git $X`. What allows in general does not cover that. */
export function couldBeDestructive(command: ShellCommand): boolean {
  const before = known.get(command);
  if (before !== undefined) return before;
  const found = mayDestroy(command);
  known.set(command, found);
  return found;
}

/** Each rule asks this of the same commands. */
const known = new WeakMap<ShellCommand, boolean>();

function mayDestroy(command: ShellCommand): boolean {
  return chainOf(command).some((part) => {
    if (runsSomething(part)) return true;
    const places = part.words.flatMap(({ text }, index) => (text === null && index > 0 ? [index] : []));
    return places.slice(0, 8).some((place) => {
      const start = part.words[place]?.shape.split(unknown, 1)[0] ?? '';
      return tried
        .filter((word) => word.startsWith(start))
        .some((word) => ownDanger({ ...part, words: replaced(part.words, place, word) }).length > 0);
    });
  });
}

/** More of the words than this that could be a program are too many to look at. */
const mostPrograms = 40;

/**
 * Whether some of its words, or a text among them, would be destructive if the program ran them. Nobody can list every program that runs
 * others (flock, cross-env, `op run --`), so each that is not known to keep its words to itself is taken for one.
 */
function runsSomething(command: ShellCommand): boolean {
  if (isInert(command)) return false;
  const { words } = command;
  const texts = words.slice(1).filter(({ shape }) => /\s/.test(shape));
  // The text may begin right after a letter: `-O'rm -rf x'`.
  if (texts.some(({ shape }) => findDanger([shape, shape.replace(/^-[A-Za-z]/, '')]).length > 0)) return true;
  const places = words.flatMap(({ text, glob }, index) => {
    if (index === 0 || index + 1 >= words.length || !text || glob || text.startsWith('-')) return [];
    return isWatched(programOf({ ...command, words: [words[index] as ShellWord] })) ? [index] : [];
  });
  if (places.length > mostPrograms) return true;
  return places.some((place) => {
    const inner = { ...command, words: words.slice(place), fromNetwork: false, input: null };
    return programFindings(inner, programOf(inner)).length > 0;
  });
}

const replaced = (words: ShellWord[], place: number, text: string): ShellWord[] =>
  words.map((word, index) => (index === place ? { ...word, text, shape: text } : word));
