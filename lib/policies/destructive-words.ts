import type { ShellWord } from '@/lib/policies/shell-command';

/** One reason, and the word of the command that gives it; its program when there is none. */
export interface Finding {
  sentence: string;
  upTo?: ShellWord | undefined;
}

/** The first word that is this option, alone or in a cluster of short ones, or a long one cut as far as programs take it. */
export function option(words: ShellWord[], letters: string, ...long: string[]): ShellWord | undefined {
  const end = words.findIndex(({ shape }) => shape === '--');
  return (end < 0 ? words : words.slice(0, end)).find(({ shape }) => {
    if (/^-[^-]/.test(shape)) return letters !== '' && [...shape.slice(1)].some((letter) => letters.includes(letter));
    const name = shape.split('=', 1)[0] ?? '';
    return name.length > 3 && long.some((one) => one.startsWith(name));
  });
}

/** The first word that is one of these. */
export const oneOf = (words: ShellWord[], pattern: RegExp): ShellWord | undefined =>
  words.find(({ shape }) => pattern.test(shape));

export const when = (word: ShellWord | undefined, sentence: string): Finding | undefined =>
  word && { sentence, upTo: word };

/** A device, but for those that keep nothing. */
export const isDisk = (path: string): boolean =>
  /^\/dev\/(?!null$|stdout$|stderr$|stdin$|tty$|zero$|fd\/|shm\/|u?random$)/.test(path);
