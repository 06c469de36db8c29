import type { PolicyEffect } from '@/lib/contract/policy';
import { couldBeDestructive, ownDanger } from '@/lib/policies/destructive';
import type { Pattern } from '@/lib/policies/pattern';
import { changesWhatRuns, hasPlainPath, writesFile } from '@/lib/policies/read-only';
import { matchesText } from '@/lib/policies/rule-match';
import { chainOf, programOf, type ShellCommand } from '@/lib/policies/shell-command';

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
    return found.includes('exact') ? 'exact' : (found.find((match) => match !== 'no') ?? 'no');
  }
  // From the whole command inwards, as far as what runs the rest changes nothing of it.
  for (let level = chain.length - 1; level >= 0; level -= 1) {
    const part = chain[level] as ShellCommand;
    const match = allowMatch(pattern, part);
    if (match === 'exact') return match;
    // What a prefix or a wildcard says nothing of must not change what the command does.
    if (match !== 'no' && (changesWhatRuns(command) || writesFile(command))) return 'maybe';
    if (match !== 'no') return match === 'general' ? match : reach(pattern.words, chain.slice(0, level + 1));
    const inner = chain[level - 1];
    // With other rights or elsewhere, the inner command is another one than the one that was allowed.
    if (inner?.outer?.kind === 'elsewhere' || isPrivileged(part)) return 'no';
  }
  return 'no';
}

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
    return spellings.some((text) => matchesText(pattern.text, text)) ? 'named' : 'no';
  }
  const words = pattern.words.length > 0 ? pattern.words : pattern.text.split(/\s+/);
  if (pattern.kind === 'exact' && (pattern.text === command.written || pattern.text === wordsOf(command)))
    return 'exact';
  for (const [index, word] of words.entries()) {
    const given = command.words[index];
    if (!given) return 'no';
    if (given.text === null || (index > 0 && given.glob)) return 'maybe';
    const isSame =
      given.text === word || (index === 0 && programOf(command) === (word.split('/').at(-1) ?? '').toLowerCase());
    if (!isSame) return 'no';
  }
  return pattern.kind === 'prefix' || words.length === command.words.length ? 'named' : 'no';
}
