import {
  type OuterCommand,
  programOf,
  type ShellAssignment,
  type ShellCommand,
  type ShellWord,
} from '@/lib/policies/shell-command';
import { shellText } from '@/lib/policies/shell-text';
import { unknown } from '@/lib/policies/shell-word';
import { parallel, runners, sudo, type Wrapper, wrappers, xargs } from '@/lib/policies/shell-wrappers-list';
import { readOptions, setOf } from '@/lib/policies/shell-wrappers-options';

/** Something that a command is told to run: some of its own words, or a text. */
export type Inner = { /** The command itself does something too. */ beside?: boolean } & (
  | { opaque: string }
  | { kind: OuterCommand['kind']; text: string }
  | {
      kind: OuterCommand['kind'];
      at: number;
      until?: number;
      /** More words come when it runs. */
      more?: boolean;
      /** What stands for such a word. */
      replaced?: string;
      assignments?: ShellAssignment[];
    }
);

const notKnown: Inner = { opaque: 'What it runs is known only when it runs.' };

/** Everything that this command is told to run; nothing for most. */
export function innerOf(command: ShellCommand): Inner[] {
  const found = toldTo(command);
  const name = command.words[0]?.text ?? '';
  return found.map((inner) => {
    if ('opaque' in inner) return inner;
    // ./timeout may be anything, and `timeout -s $X 5 ls` may run another word: an allow is not about what they run.
    const isSure = isInstalled(name) && (inner.beside || !('at' in inner) || !splits(command.words.slice(1, inner.at)));
    return isSure ? inner : { ...inner, kind: 'elsewhere' };
  });
}

/** Whether one of these words may become several: a pattern of files, or a variable that is not in quotes. */
const splits = (words: ShellWord[]): boolean =>
  words.some(
    ({ text, glob, written }) =>
      glob || (text === null && (!/^(?:[\w./=:@%+,-]|"[^"\\`]*")*$/.test(written) || /\$@|\[@\]|\$\{@/.test(written))),
  );

const isInstalled = (program: string): boolean =>
  program === program.toLowerCase() &&
  /^(?:\/(?:usr\/(?:local\/)?)?s?bin\/|\/opt\/homebrew\/bin\/)?[^/]+$/.test(program);

function toldTo(command: ShellCommand): Inner[] {
  const program = programOf(command);
  const texts = shellText(command, program);
  if (texts) return texts;
  if (program === 'env') return fromEnv(command);
  if (program === 'command')
    return /^-\w*[vV]/.test(command.words[1]?.text ?? '') ? [] : fromWords(command, 1, { kind: 'plain', flags: '-p' });
  if (program === 'sudo') return fromSudo(command);
  if (program === 'xargs' || program === 'gxargs' || program === 'parallel') return fromXargs(command, program);
  if (program === 'find' || program === 'gfind' || program === 'fd') return fromFind(command);
  if (program === 'kubectl' || program === 'oc') return fromKubectl(command);
  // Not `wrappers[program]` alone: a program may be called constructor.
  if (Object.hasOwn(wrappers, program)) return fromWords(command, 1, wrappers[program] as Wrapper);
  for (const [words, wrapper] of runners) {
    const from = afterNames(command, program, words.split(' '));
    if (from !== undefined) return fromWords(command, from, wrapper);
  }
  return [];
}

/** Where the words of a runner end, with options and their values between them: `docker compose -f x exec`. */
function afterNames({ words }: ShellCommand, program: string, named: string[]): number | undefined {
  if (named[0] !== program) return undefined;
  let at = 1;
  for (const name of named.slice(1)) {
    const first = at;
    while (words[at]?.shape.startsWith('-') || (at > first && words[at]?.text !== name && isOption(words[at - 1])))
      at += 1;
    if (words[at]?.text !== name) return undefined;
    at += 1;
  }
  return at;
}

const isOption = (word: ShellWord | undefined): boolean => /^-[^=]*$/.test(word?.shape ?? '');

function fromWords(command: ShellCommand, from: number, wrapper: Wrapper): Inner[] {
  const options = readOptions(command, from, wrapper);
  if (!options) return [notKnown];
  const texts = setOf(wrapper.texts);
  const text = options.given.find(({ name }) => texts.has(name));
  if (text) {
    const value = typeof text.value === 'string' ? text.value : (text.value?.text ?? null);
    return value === null || value.includes(unknown) ? [notKnown] : [{ kind: wrapper.kind, text: value }];
  }
  let at = options.at + (wrapper.own ?? 0);
  if (command.words[at]?.text === '--') at += 1;
  const writing = setOf(wrapper.writing);
  const kind = options.given.some(({ name }) => writing.has(name)) ? 'elsewhere' : wrapper.kind;
  return at < command.words.length ? [{ kind, at }] : [];
}

const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/** Only with options that are sure to be harmless: `-S` takes a text apart, others change what the words after them mean. */
function fromEnv(command: ShellCommand): Inner[] {
  const { words } = command;
  let at = 1;
  for (let word = words[at]; word; word = words[at]) {
    const { shape } = word;
    if (/^(?:-[uC]|--unset|--chdir)$/.test(shape)) at += 2;
    else if (/^(?:-i|-0|--ignore-environment|-[uC][\w./~].*|--(?:unset|chdir)=.*)$/.test(shape)) at += 1;
    else if (shape === '-' || shape === '--') {
      at += 1;
      break;
    } else if (shape.startsWith('-') || shape.startsWith(unknown)) return [notKnown];
    else break;
  }
  return withAssignments(command, at, 'plain');
}

function fromSudo(command: ShellCommand): Inner[] {
  const options = readOptions(command, 1, sudo);
  return options ? withAssignments(command, options.at, 'same') : [notKnown];
}

/** `X=1 cmd` after env or sudo. */
function withAssignments(command: ShellCommand, start: number, kind: OuterCommand['kind']): Inner[] {
  const assignments: ShellAssignment[] = [];
  let at = start;
  for (let word = command.words[at]; word; word = command.words[at]) {
    const [, name, value] = assignment.exec(word.shape) ?? [];
    if (name === undefined) break;
    assignments.push({ name, value: word.text === null ? null : (value ?? '') });
    at += 1;
  }
  return at < command.words.length ? [{ kind, at, assignments }] : [];
}

function fromXargs(command: ShellCommand, program: string): Inner[] {
  const wrapper = program === 'parallel' ? parallel : xargs;
  const options = readOptions(withoutOptional(command), 1, wrapper);
  if (!options) return [notKnown];
  const { at, given } = options;
  const names = given.filter(({ name }) => /^(?:-[IJ]|--replace)$/.test(name)).map(({ value }) => value);
  const replaced = names.map((value) => (typeof value === 'string' ? value : value?.text)).find((text) => text) ?? '{}';
  if (at >= command.words.length) return [];
  const until = program === 'parallel' ? command.words.findIndex(({ text }) => text?.startsWith(':::')) : -1;
  const writing = setOf(wrapper.writing);
  const kind = given.some(({ name }) => writing.has(name)) ? 'elsewhere' : 'same';
  const inner = { kind, at, more: true, replaced, ...(until > at ? { until } : {}) } as const;
  // GNU parallel gives its words to a shell.
  return program === 'parallel' && command.words.slice(at).some(({ text }) => /\s/.test(text ?? ' '))
    ? [notKnown]
    : [inner];
}

/** `-i`, `-l` and `-e` take a value only within their own word, as --replace, --max-lines and --eof do. */
function withoutOptional(command: ShellCommand): ShellCommand {
  const words = command.words.map((word) => {
    const [, flags, letter, value] = /^-([0rtpxo]*)([ile])(.*)$/.exec(word.shape) ?? [];
    if (letter !== undefined) {
      const long = letter === 'i' ? `--replace=${value || '{}'}` : letter === 'l' ? '--max-lines=1' : '--eof=';
      return flags === '' ? { ...word, shape: long } : { ...word, shape: `-${flags}`, text: `-${flags}` };
    }
    return /^--(?:replace|max-lines|eof)$/.test(word.shape) ? { ...word, shape: `${word.shape}=` } : word;
  });
  return { ...command, words };
}

/** More than a person would write: each may name all that come after it. */
const mostExecuted = 50;

function fromFind(command: ShellCommand): Inner[] {
  const { words } = command;
  const starts: number[] = [];
  for (const [index, { text }] of words.entries())
    if (/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(text ?? '')) starts.push(index);
  if (starts.length > mostExecuted) return [notKnown];
  return starts.map((start) => {
    // A plus sign ends it only after {}.
    const end = words.findIndex(
      ({ text }, at) => at > start && (text === ';' || (text === '+' && words[at - 1]?.text === '{}')),
    );
    return { kind: 'same', at: start + 1, replaced: '{}', beside: true, ...(end > 0 ? { until: end } : {}) };
  });
}

function fromKubectl(command: ShellCommand): Inner[] {
  const { words } = command;
  const rest = words.findIndex(({ text }) => text === '--');
  if (
    rest < 0 ||
    rest + 1 >= words.length ||
    !words.slice(0, rest).some(({ text }) => /^(?:exec|run|debug|rsh)$/.test(text ?? ''))
  )
    return [];
  return [{ kind: 'elsewhere', at: rest + 1 }];
}
