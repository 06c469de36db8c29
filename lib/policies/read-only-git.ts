import { refuses } from '@/lib/policies/read-only-commands';
import type { ShellWord } from '@/lib/policies/shell-command';

/** Only read, whatever else they are given, but for the options below. */
const reading = new Set(
  (
    'status log diff show blame annotate rev-parse rev-list ls-files ls-tree describe shortlog cat-file diff-tree diff-index diff-files name-rev ' +
    'merge-base for-each-ref show-ref show-branch grep count-objects check-ignore check-attr whatchanged cherry range-diff version'
  ).split(' '),
);
/** With these, git writes a file or runs a program. */
const writing = '--output --ext-diff --textconv --filters --open-files-in-pager --exec --upload-pack --help --paginate';

const flagsOf = (texts: string[]): string[] => texts.filter((text) => text.startsWith('-'));
const every = (texts: string[], allowed: RegExp): boolean => texts.every((text) => allowed.test(text));

/** These also change things: what must be said to make them only list. */
const listing: Record<string, (texts: string[]) => boolean> = {
  branch: (texts) => {
    const flags = flagsOf(texts);
    const allowed =
      /^(?:-[arv]+|-vv|-i|--(?:list|all|remotes|verbose|show-current|ignore-case|column|no-column|color|no-color|(?:no-)?merged|(?:no-)?contains|points-at|sort|format)(?:=.*)?)$/;
    const lists = flags.some((flag) => /^--(?:list|(?:no-)?merged|(?:no-)?contains|points-at)/.test(flag));
    return every(flags, allowed) && (lists || flags.length === texts.length);
  },
  tag: (texts) => {
    const flags = flagsOf(texts);
    const allowed = /^(?:-l|-n\d*|--(?:list|sort|format|(?:no-)?merged|(?:no-)?contains|points-at|column)(?:=.*)?)$/;
    const lists = flags.some((flag) => /^(?:-l|--(?:list|(?:no-)?merged|(?:no-)?contains|points-at))/.test(flag));
    return every(flags, allowed) && (lists || flags.length === texts.length);
  },
  remote: ([first, ...others]) =>
    first === undefined || first === 'get-url' || (/^(?:-v|--verbose)$/.test(first) && others.length === 0),
  stash: ([first]) => first === 'list' || first === 'show',
  reflog: ([first]) =>
    first === undefined || first === 'show' || first.startsWith('-') || /^(?:HEAD|[\w./-]+@\{\d+\})$/.test(first),
  worktree: ([first]) => first === 'list',
  submodule: (texts) => texts.join(' ') === 'status',
  config: ([first, ...others]) =>
    (others.length === 0 && /^user\.(?:name|email)$/.test(first ?? '')) ||
    (/^(?:get|--get)$/.test(first ?? '') && !others.some((text) => /header|token|passw|secret|^--/.test(text))),
  bisect: ([first]) => first === 'log',
};

/** `git diff $(git merge-base main HEAD)`: a name of a commit, whatever it is; `--author="$(git config user.name)"` is one word. */
export function printedByGit(word: ShellWord): ShellWord {
  const commit =
    /^"?\$\(git (?:merge-base \w[\w./-]* \w[\w./-]*|rev-parse (?:--short )?\w[\w./-]*)\)(?:\.{2,3}[\w./-]*)?"?$/;
  if (commit.test(word.written)) return { ...word, text: 'HEAD', shape: 'HEAD' };
  const author = /^--(?:author|committer)="\$\(git config (?:--get )?user\.(?:name|email)\)"$/;
  return author.test(word.written) ? { ...word, text: '--author=x', shape: '--author=x' } : word;
}

/** Whether git, with the words after its name, only reads. Its own options may name what it runs; only harmless ones are let through. */
export function readOnlyGit(words: ShellWord[]): boolean {
  let at = 0;
  for (let word = words[at]; word?.shape.startsWith('-'); word = words[at]) {
    if (word.text === '-C' && words[at + 1]?.text) at += 2;
    else if (/^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs|--no-replace-objects)$/.test(word.text ?? ''))
      at += 1;
    else return false;
  }
  const [subcommand, ...others] = words.slice(at);
  const name = subcommand?.text;
  if (!name || refuses(writing, others)) return false;
  const texts = others.map(({ text }) => text);
  if (texts.includes(null)) return false;
  // Outside of what git keeps, it reads whatever lies there.
  if (name === 'grep' && refuses('--no-index --untracked --no-exclude-standard', others)) return false;
  if (name === 'diff' && refuses('--no-index', others) && texts.some((text) => /^[./~]*$/.test(text ?? '')))
    return false;
  if (name === 'grep' && texts.some((text) => /^-[A-Za-z]*O/.test(text ?? ''))) return false;
  if (reading.has(name)) return true;
  return Object.hasOwn(listing, name) ? (listing[name]?.(texts as string[]) ?? false) : false;
}
