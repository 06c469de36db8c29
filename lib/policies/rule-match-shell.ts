import type { PolicyEffect } from '@/lib/contract/policy';
import { couldBeDestructive, ownDanger } from '@/lib/policies/destructive';
import type { Pattern } from '@/lib/policies/pattern';
import { changesWhatRuns, hasPlainPath, onlyReads, writesFile } from '@/lib/policies/read-only';
import { matchesText } from '@/lib/policies/rule-match';
import { doesMore } from '@/lib/policies/rule-match-git';
import { chainOf, type OuterCommand, programOf, type ShellCommand } from '@/lib/policies/shell-command';

/**
 * How a pattern fits a command. exact: its whole text. named: the words of a prefix go as far as all that cannot be undone. general: by a
 * wildcard, the tool's name, or only what runs it. maybe: it depends on what only running it tells.
 */
export type Match = 'exact' | 'named' | 'general' | 'maybe' | 'no';

/** Whether this is exactly the text of the rule, whatever is in it. */
export const matchWholeLine = (pattern: Pattern, line: string): boolean =>
  pattern.kind === 'exact' && pattern.text === line.trim();

/** How a rule's pattern fits one command. What denies or asks looks through everything that runs it; what allows is taken at its word. */
export function matchCommand(pattern: Pattern, command: ShellCommand, effect: PolicyEffect): Match {
  if (pattern.kind === 'any' || pattern.kind === 'tool') return 'general';
  const chain = chainOf(command);
  if (effect !== 'allow') {
    const found = chain.map((part) => strictMatch(pattern, part));
    return (['exact', 'named', 'maybe'] as const).find((match) => found.includes(match)) ?? 'no';
  }
  // From the whole command inwards, as far as what runs the rest changes nothing of it.
  for (let level = chain.length - 1; level >= 0; level -= 1) {
    const part = chain[level] as ShellCommand;
    const match = allowMatch(pattern, part);
    const inner = chain[level - 1];
    if (match === 'exact') return match;
    // What a prefix or a wildcard says nothing of must not change what the command does.
    if (match !== 'no' && (changesWhatRuns(command) || writesFile(command) || doesMore(pattern, part))) return 'maybe';
    const ownCommand = inner?.outer && isJudgedAlone(part) && !(pattern.words.length > (inner.outer.offset ?? 300));
    if (match !== 'no' && !(ownCommand && !onlyReads({ ...command, outer: undefined })))
      return match === 'general' ? match : reach(pattern.words, chain.slice(0, level + 1));
    // With other rights, elsewhere, or with more than it, the inner command is another one than the one that was allowed.
    if (inner?.outer?.kind === 'elsewhere' || isPrivileged(part) || (inner?.outer && startsMore(part, inner.outer)))
      return 'no';
  }
  return 'no';
}

/** What find and git are told to run is not what a rule for them is about. */
const isJudgedAlone = (command: ShellCommand): boolean => /^(?:g?find|fd|git)$/.test(programOf(command));

/** A shell with options of its own (`--rcfile x -i`), and `script`, which writes a file. */
const startsMore = (command: ShellCommand, { kind, offset }: OuterCommand): boolean =>
  kind === 'same' && offset === null && /^(?:(?:ba|z|da|k|mk|a|rba)?sh|script)$/.test(programOf(command));

const isPrivileged = (command: ShellCommand): boolean => ownDanger(command).length > 0;

/** Whether the words of a prefix go as far as each program in this chain that cannot, or might not, be undone. */
function reach(words: string[], chain: ShellCommand[]): Match {
  let place = 0;
  for (const [level, part] of chain.toReversed().entries()) {
    if (level > 0) place += part.outer?.offset ?? Number.POSITIVE_INFINITY;
    if (words.length <= place && (ownDanger(part).length > 0 || couldBeDestructive(part))) return 'general';
  }
  return 'named';
}

function allowMatch(pattern: Pattern, command: ShellCommand): 'exact' | 'named' | 'general' | 'no' {
  if (pattern.kind === 'exact') return isExactly(pattern, command) ? 'exact' : 'no';
  if (pattern.kind === 'glob') return matchesText(pattern.text, wordsOf(command)) ? 'general' : 'no';
  const named = pattern.words.every((word, index) => sameWord(word, command, index));
  return named ? 'named' : 'no';
}

/** /usr/bin/git is git to a rule; ./git is not. */
function sameWord(word: string, command: ShellCommand, index: number): boolean {
  const text = command.words[index]?.text ?? null;
  if (text === null) return false;
  if (text === word) return true;
  return index === 0 && hasPlainPath(text) && text.startsWith('/') && text.slice(text.lastIndexOf('/') + 1) === word;
}

/** The text of a rule, or the same words written otherwise; a redirection or an assignment must stand in both. */
function isExactly(pattern: Pattern, command: ShellCommand): boolean {
  if (command.hasHereDocument) return false;
  if (pattern.text === command.written) return true;
  const { words, writes, reads, assignments } = command;
  if (pattern.words.length !== words.length || writes.length + reads.length + assignments.length > 0) return false;
  return words.every(({ text, glob }, index) => !glob && text === pattern.words[index]);
}

const wordsOf = (command: ShellCommand): string => command.words.map(({ text, written }) => text ?? written).join(' ');

/** Of what denies or asks: /bin/RM is rm, and a word that is not known yet may be the one that is meant. */
function strictMatch(pattern: Pattern, command: ShellCommand): Match {
  if (pattern.kind === 'glob') {
    const rest = command.words.slice(1).map(({ text, written }) => text ?? written);
    const spellings = [command.written, wordsOf(command), [programOf(command), ...rest].join(' ')];
    if (spellings.some((text) => matchesText(pattern.text, text))) return 'named';
    const later = [...placesAfterOptions(command, 1)].filter((place) => place > 1);
    const shorter = later.map((place) => [programOf(command), ...rest.slice(place - 1)].join(' '));
    return shorter.some((text) => matchesText(pattern.text, text)) ? 'maybe' : 'no';
  }
  const words = pattern.words.length > 0 ? pattern.words : pattern.text.split(/\s+/);
  if (pattern.kind === 'exact' && (pattern.text === command.written || pattern.text === wordsOf(command)))
    return 'exact';
  for (const [index, word] of words.entries()) {
    const given = command.words[index];
    if (!given) return 'no';
    if (given.text === null || (index > 0 && given.glob)) return 'maybe';
    const isSame = given.text === word || (index === 0 && isProgram(word, command));
    if (!isSame) return fitsWithOptions(pattern, words, command);
  }
  return pattern.kind === 'prefix' || words.length === command.words.length ? 'named' : 'no';
}

const isProgram = (word: string, command: ShellCommand): boolean =>
  programOf(command) === (word.split('/').at(-1) ?? '').toLowerCase();

/** As many options as are skipped before one word of a rule. */
const mostSkipped = 40;

/** Where the next word may be when options before it are left out, each with or without a word as its value. */
function placesAfterOptions({ words }: ShellCommand, from: number): Set<number> {
  const places = new Set([from]);
  for (let at = from; at < from + mostSkipped; at += 1) {
    if (!places.has(at) || !words[at]?.shape.startsWith('-')) continue;
    places.add(at + 1);
    if (!words[at]?.shape.includes('=')) places.add(at + 2);
  }
  return places;
}

/** `git -C x push` may be what `git push` means: which options take a word is known to the program alone. */
function fitsWithOptions(pattern: Pattern, words: string[], command: ShellCommand): Match {
  const [program = '', ...others] = words;
  if (!isProgram(program, command) || !command.words.some(({ shape }) => shape.startsWith('-'))) return 'no';
  let places = new Set([1]);
  for (const word of others) {
    const next = new Set<number>();
    for (const from of places)
      for (const place of placesAfterOptions(command, from)) {
        const given = command.words[place];
        if (given && (given.text === null || given.glob || given.text === word)) next.add(place + 1);
      }
    if (next.size === 0) return 'no';
    places = new Set([...next].slice(0, mostSkipped));
  }
  return pattern.kind === 'prefix' || places.has(command.words.length) ? 'maybe' : 'no';
}
