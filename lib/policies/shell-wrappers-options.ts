import type { ShellCommand, ShellWord } from '@/lib/policies/shell-command';
import { unknown } from '@/lib/policies/shell-word';
import type { Wrapper } from '@/lib/policies/shell-wrappers-list';

/** The options in such a list. */
export const setOf = (options: string | undefined): Set<string> => new Set(options?.split(' '));

export interface Options {
  /** The place of the first word that is no option. */
  at: number;
  /** Each option under its whole name, and its value's place, or the value itself. */
  given: { name: string; value?: ShellWord | string }[];
}

/** The options at the beginning of a command; undefined where it cannot be told where they end. */
export function readOptions({ words }: ShellCommand, from: number, wrapper: Wrapper): Options | undefined {
  const valued = setOf([wrapper.valued, wrapper.texts].filter((part) => part).join(' '));
  const flags = setOf(wrapper.flags);
  const given: Options['given'] = [];
  let at = from;
  for (let word = words[at]; word; word = words[at]) {
    const { shape } = word;
    if (shape.startsWith(unknown)) return undefined;
    if (shape === '--') return { at: at + 1, given };
    if (!shape.startsWith('-') || shape === '-') break;
    const read = shape.startsWith('--') ? longOption(shape, valued, flags) : cluster(shape, valued, flags);
    if (!read) return undefined;
    const takes = read.at(-1)?.takes ?? false;
    given.push(...read.map(({ name, value, takes }) => ({ name, ...known(takes ? words[at + 1] : value) })));
    at += takes ? 2 : 1;
  }
  return { at, given };
}

const known = (value: ShellWord | string | undefined): { value?: ShellWord | string } =>
  value === undefined ? {} : { value };

interface Option {
  name: string;
  value?: string;
  takes?: boolean;
}

/** A long option, which programs take cut short as well; undefined where it is none that is listed. */
function longOption(shape: string, valued: Set<string>, flags: Set<string>): Option[] | undefined {
  const [start = ''] = shape.split('=', 1);
  const value = shape.includes('=') ? shape.slice(start.length + 1) : undefined;
  const names = [...valued, ...flags].filter((name) => name.startsWith(start) && name.startsWith('--'));
  const name = names.find((one) => one === start) ?? names[0];
  // A value of its own leaves the next word alone, whatever the option is.
  if (value !== undefined) return [{ name: name ?? start, value }];
  if (name === undefined) return undefined;
  const same = name === start ? [name] : names;
  if (same.some((one) => valued.has(one) !== valued.has(name))) return undefined;
  return [{ name, takes: valued.has(name) }];
}

/** `-0n 1`, `-n1`, `-10`: the first letter that takes a value takes the rest of the word, or the next one. */
function cluster(shape: string, valued: Set<string>, flags: Set<string>): Option[] | undefined {
  const found: Option[] = [];
  if (/^-\d+$/.test(shape) && ![...flags].some((flag) => /^-\d$/.test(flag))) return found;
  const letters = shape.slice(1);
  for (const [index, letter] of [...letters].entries()) {
    const name = `-${letter}`;
    const rest = letters.slice(index + 1);
    if (valued.has(name)) return [...found, rest === '' ? { name, takes: true } : { name, value: rest }];
    if (!flags.has(name)) return undefined;
    found.push({ name });
  }
  return found;
}
