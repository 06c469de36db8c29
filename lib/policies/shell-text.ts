import { positional } from '@/lib/policies/read-only-commands';
import { runBySed } from '@/lib/policies/read-only-sed';
import type { ShellCommand, ShellWord } from '@/lib/policies/shell-command';
import { unknown } from '@/lib/policies/shell-word';
import type { Inner } from '@/lib/policies/shell-wrappers';

const shells = new Set('sh bash zsh dash ksh ash mksh rbash'.split(' '));
/** Shells with a language of their own. */
const otherShells = new Set('fish nu csh tcsh pwsh powershell cmd xonsh elvish'.split(' '));
const notKnown: Inner = { opaque: 'What it runs is known only when it runs.' };

const same = (text: string | null, kind: 'plain' | 'same' | 'elsewhere' = 'same', beside = false): Inner =>
  text === null ? notKnown : { kind, text, beside };
const joined = (words: ShellWord[]): string | null =>
  words.some(({ text }) => text === null) ? null : words.map(({ text }) => text).join(' ');
/** Names that only ever mean "what was just piped or printed in here". */
const isStream = (word: ShellWord): boolean =>
  word.shape.includes(unknown) || /^(?:-|\/dev\/(?:stdin|fd\/.*)|\/proc\/self\/fd\/.*)$/.test(word.shape);

/** What a program that takes shell text is told to run; undefined for other programs. */
export function shellText(command: ShellCommand, program: string): Inner[] | undefined {
  const [, ...words] = command.words;
  if (shells.has(program)) return fromShell(command, words);
  if (otherShells.has(program))
    return words.length === 0 || words.some(({ shape }) => /^[-/]\w*c/i.test(shape)) ? [notKnown] : undefined;
  switch (program) {
    case 'eval':
      return words.length === 0 ? [] : [same(joined(words), 'plain')];
    case 'source':
    case '.':
      return words[0] && isStream(words[0]) ? [fromInput(command)] : [];
    case 'alias':
      return words.flatMap(({ shape, text }) => (shape.includes('=') ? [same(afterEquals(text), 'same', true)] : []));
    case 'trap':
      return words.length < 2 || words[0]?.text === '-' || words[0]?.text === ''
        ? []
        : [same(words[0]?.text ?? null, 'same', true)];
    case 'su':
    case 'script':
    case 'runuser':
    case 'flock':
      return optionText(words, /^(?:-c|--command|--session-command)$/);
    case 'nix-shell':
      return optionText(words, /^--(?:run|command)$/);
    case 'at':
    case 'batch':
      return [fromInput(command)];
    case 'watch':
      return fromWatch(words);
    case 'ssh':
      return fromSsh(words);
    case 'tmux':
    case 'screen':
      return words.flatMap(({ text }) => (text !== null && /\s/.test(text) ? [same(text, 'same', true)] : []));
    case 'git':
      return fromGit(words);
    case 'sed':
    case 'gsed':
      return fromSed(words);
    case 'uniq':
    case 'xxd':
      return namesOutput(words) ? [{ ...notKnown, beside: true }] : undefined;
    default:
      return undefined;
  }
}

/** `1e rm x` runs what follows it. */
function fromSed(words: ShellWord[]): Inner[] | undefined {
  const texts = runBySed(words.map(({ text }) => text ?? ''));
  return texts.length > 0 ? texts.map((text) => same(text, 'same', true)) : undefined;
}

/** `uniq - out`, `xxd -- in out` write the second: it does not look like a file that is written. */
const namesOutput = (words: ShellWord[]): boolean =>
  words.some(({ text }) => text === '-' || text === '--') && positional(words.map(({ text }) => text)) > 1;

const afterEquals = (text: string | null): string | null => (text === null ? null : text.slice(text.indexOf('=') + 1));

/** `bash -lc 'text'`, `sh script`, `sh` that reads what it is to run. */
function fromShell(command: ShellCommand, words: ShellWord[]): Inner[] {
  let plain = true;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as ShellWord;
    if (word.shape.startsWith(unknown)) return [notKnown];
    if (/^[-+][A-Za-z]*[oO]$/.test(word.shape) && !word.shape.includes('c')) {
      plain &&= /^(?:pipefail|errexit|nounset)$/.test(words[index + 1]?.text ?? '');
      index += 1;
    } else if (/^-[A-Za-z]*c[A-Za-z]*$/.test(word.shape)) {
      const simple = plain && /^-[lecu]+$/.test(word.shape);
      const skipped = words[index + 1]?.text === '--' ? 2 : 1;
      return [same(words[index + skipped]?.text ?? null, simple ? 'plain' : 'same')];
    } else if (/^--(?:rcfile|init-file)$/.test(word.shape)) {
      plain = false;
      index += 1;
    } else if (/^[-+]./.test(word.shape)) {
      plain = false;
      if (/^-[A-Za-z]*s/.test(word.shape)) return [fromInput(command, 'plain')];
      if (/^--?(?:version|help)$/.test(word.shape)) return [];
    } else return isStream(word) ? [fromInput(command, 'plain')] : [];
  }
  return [fromInput(command, 'plain')];
}

const fromInput = (command: ShellCommand, kind: 'plain' | 'same' = 'same'): Inner => same(command.input ?? null, kind);

function optionText(words: ShellWord[], option: RegExp): Inner[] | undefined {
  const at = words.findIndex(({ shape }) => option.test(shape));
  if (at < 0) return undefined;
  return [same(words[at + 1]?.text ?? null, 'same', true)];
}

function fromWatch(words: ShellWord[]): Inner[] {
  const at = afterOptions(words, '-n --interval -q --equexit');
  return at < words.length ? [same(joined(words.slice(at)))] : [];
}

function fromSsh(words: ShellWord[]): Inner[] {
  const valued = '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B';
  const at = afterOptions(words, valued) + 1;
  const locally = words.slice(0, at).flatMap(({ text }) => {
    const local = /^(?:-o)?\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand)[\s=]+([\s\S]+)$/i.exec(text ?? '')?.[1];
    return local === undefined ? [] : [same(local, 'same', true)];
  });
  return at < words.length ? [...locally, same(joined(words.slice(at)), 'elsewhere')] : locally;
}

function afterOptions(words: ShellWord[], valued: string): number {
  const taking = new Set(valued.split(' '));
  let at = 0;
  while (words[at]?.shape.startsWith('-')) at += taking.has(words[at]?.shape ?? '') ? 2 : 1;
  return at;
}

/** Git runs texts for its settings and for some of its commands. */
function fromGit(words: ShellWord[]): Inner[] | undefined {
  const texts = words.flatMap(({ text, shape }, index) => {
    const next = words[index + 1];
    if (shape === '-c' && next) return settingText(next);
    if (/^--exec=/.test(shape)) return [same(text === null ? null : text.slice(7), 'same', true)];
    if (/^(?:--exec|-x)$/.test(shape) && next && words.some((word) => word.text === 'rebase'))
      return [same(next.text, 'same', true)];
    if (shape === 'foreach' && words[0]?.text === 'submodule')
      return [same(joined(words.slice(index + 1)), 'same', true)];
    return [];
  });
  return texts.length > 0 ? texts : undefined;
}

function settingText({ text, shape }: ShellWord): Inner[] {
  const name = shape.split('=', 1)[0]?.toLowerCase() ?? '';
  const value = afterEquals(text);
  if (value?.startsWith('!')) return [same(value.slice(1), 'same', true)];
  const runs =
    /(?:^|\.)(?:pager|editor|\w*command|\w*cmd|external|fsmonitor|program|helper|askpass|gitproxy|textconv|clean|smudge|process|hookspath)$/;
  return runs.test(name) || /^(?:alias|pager)\./.test(name) ? [same(value, 'same', true)] : [];
}
