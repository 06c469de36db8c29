import { type Finding, oneOf, option, when } from '@/lib/policies/destructive-words';
import type { ShellWord } from '@/lib/policies/shell-command';

const remote = 'Overwrites history on a remote';
const local = 'Throws away local work';

const looks: Record<string, (words: ShellWord[]) => (Finding | undefined)[]> = {
  push: (words) => [
    when(option(words, 'fd', '--force', '--force-with-lease', '--mirror', '--delete', '--prune'), remote),
    when(oneOf(words, /^(?:\+|:)./), remote),
  ],
  'send-pack': (words) => [when(option(words, 'f', '--force', '--mirror'), remote)],
  reset: (words) => [when(oneOf(words, /^--(?:ha\w*|k\w*|mer\w*)$/), local)],
  clean: (words) => (option(words, 'n', '--dry-run') ? [] : [{ sentence: local, upTo: words[0] }]),
  checkout: (words) => [when(option(words, 'fB', '--force'), local), when(checkedOutFile(words), local)],
  'read-tree': (words) => [when(option(words, 'u', '--reset'), local)],
  'checkout-index': (words) => [when(option(words, 'f', '--force'), local)],
  submodule: (words) => [words[0]?.text === 'deinit' ? when(option(words, 'f', '--force'), local) : undefined],
  switch: (words) => [when(option(words, 'fC', '--force', '--discard-changes', '--force-create'), local)],
  restore: (words) => {
    if (option(words, 'S', '--staged') && !option(words, 'W', '--worktree')) return [];
    return [
      when(
        words.find(({ shape }) => !shape.startsWith('-')),
        local,
      ),
    ];
  },
  stash: (words) => [when(oneOf(words.slice(0, 1), /^(?:drop|clear)$/), local)],
  branch: (words) => [
    when(option(words, 'DMCf', '--force'), local),
    option(words, 'd', '--delete') ? when(option(words, 'f', '--force'), local) : undefined,
  ],
  worktree: (words) => [words[0]?.text === 'remove' ? when(option(words, 'f', '--force'), local) : undefined],
  'update-ref': (words) => [when(option(words, 'd', '--delete', '--stdin'), local)],
  reflog: (words) => [when(oneOf(words.slice(0, 1), /^(?:expire|delete)$/), local)],
  gc: (words) => [when(oneOf(words, /^--prune=(?:now|all)/), local)],
  prune: () => [{ sentence: local }],
  rm: (words) => [when(option(words, 'rf', '--force'), 'Deletes files recursively')],
  'filter-branch': () => [{ sentence: 'Rewrites history' }],
  'filter-repo': () => [{ sentence: 'Rewrites history' }],
};

/** `git checkout` of files throws away what was changed in them; of a branch, and with `-b`, it does not. */
function checkedOutFile(words: ShellWord[]): ShellWord | undefined {
  const explicit = oneOf(words, /^--$/) ?? words.find(({ shape, glob }) => glob || isPathSpec(shape));
  if (explicit || option(words, 'bt', '--orphan', '--track', '--detach')) return explicit;
  const named = words.filter(({ shape }) => !shape.startsWith('-'));
  return named[1] ?? named.find(({ shape }) => isFileName(shape));
}

const isPathSpec = (shape: string): boolean => /^(?:\.{1,2}(?:\/.*)?|:.*|.*[*?[].*|[^-].*\/)$/.test(shape);
/** A name that is hardly one of a branch. */
const isFileName = (shape: string): boolean =>
  /\.[a-z]{2,4}$|^(?:src|lib|app|apps|tests?|docs|packages|components|public|scripts)$/.test(shape);

/** Git's own options come before its command; some take the next word. */
const taking = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--super-prefix',
]);

/** What git, with the words after its name, does that cannot be undone. */
export function gitFindings(words: ShellWord[]): (Finding | undefined)[] {
  let at = 0;
  while (words[at]?.shape.startsWith('-')) at += taking.has(words[at]?.shape ?? '') ? 2 : 1;
  const subcommand = words[at];
  const name = subcommand?.text ?? '';
  if (!subcommand || !Object.hasOwn(looks, name)) return [];
  const found = looks[name]?.(words.slice(at + 1)) ?? [];
  // The command itself is what says it, where no word after it does.
  return found.map((finding) => finding && { ...finding, upTo: finding.upTo ?? subcommand });
}
