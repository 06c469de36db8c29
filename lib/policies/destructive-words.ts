import type { ShellWord } from '@/lib/policies/shell-command';

/** One reason, and the word of the command that gives it; its program when there is none. */
export interface Finding {
  sentence: string;
  upTo?: ShellWord | undefined;
}

/** The first word that is this option, alone or in a cluster of short ones, or a long one cut as far as programs take it. */
export function option(words: ShellWord[], letters: string, ...long: string[]): ShellWord | undefined {
  return beforeDashes(words).find(({ shape }) => {
    if (/^-[^-]/.test(shape)) return letters !== '' && [...shape.slice(1)].some((letter) => letters.includes(letter));
    const name = shape.split('=', 1)[0] ?? '';
    return name.length > 2 && long.some((one) => one.startsWith(name));
  });
}

/** The first word that is one of these. */
export const oneOf = (words: ShellWord[], pattern: RegExp): ShellWord | undefined =>
  words.find(({ shape }) => pattern.test(shape));

/** What stands before `--`, as options only do. */
const beforeDashes = (words: ShellWord[]): ShellWord[] => {
  const end = words.findIndex(({ shape }) => shape === '--');
  return end < 0 ? words : words.slice(0, end);
};

/** Nothing is done but shown: `--dry-run` that nothing takes back, and that is no value of an option before it. */
export const isDryRun = (words: ShellWord[], letter: RegExp): boolean =>
  !words.some(({ shape }) => /^--no-dry/.test(shape)) &&
  beforeDashes(words).some(({ text, shape }, index, all) => {
    if (text === null || !(letter.test(shape) || /^--(?:dry-run|dryrun)$/.test(shape))) return false;
    const before = all[index - 1]?.shape ?? '';
    return !before.startsWith('-') || standsAlone.test(before);
  });
const standsAlone =
  /^(?:-[^-efBMTCpIoW@]+|--(?:delete(?:-\w+)*|archive|verbose|progress|recursive|stats|itemize-changes|compress|checksum|update|allow-dirty|no-verify|workspace|locked|silent|quiet))$/;

export const when = (word: ShellWord | undefined, sentence: string): Finding | undefined =>
  word && { sentence, upTo: word };

/** A device, but for those that keep nothing. */
export const isDisk = (path: string): boolean =>
  /^\/dev\/(?!null$|stdout$|stderr$|stdin$|tty$|zero$|fd\/|shm\/|u?random$)/.test(path);
