import { readOnlyAwk } from '@/lib/policies/read-only-awk';
import { printedByGit, readOnlyGit } from '@/lib/policies/read-only-git';
import { readOnlySed } from '@/lib/policies/read-only-sed';
import { couldNameSecret, fileWords, namesSecret } from '@/lib/policies/secret-file';
import type { ShellWord } from '@/lib/policies/shell-command';
import { isHarmlessVariable, isRiskyVariable } from '@/lib/policies/shell-variables';
import { unknown } from '@/lib/policies/shell-word';

/** Say nothing of what is in files, and change nothing, whatever their words are. */
const harmless = new Set(
  (
    'ls pwd echo true false : test [ which whereis basename dirname realpath readlink whoami id groups uname arch nproc uptime cal df du ' +
    'free pgrep stat wc seq sleep getconf md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum md5 cksum sum expr cd pushd popd dirs jobs ' +
    'exit return break continue shift type tput wait'
  ).split(' '),
);

/** But for these. */
const harming: Record<string, RegExp> = {
  // A name with an index is calculated, and may hold a command.
  test: /^-[vR]$/,
  '[': /^-[vR]$/,
  jobs: /^-x/,
  // Lists of names out of a file are told when no such file is there.
  wc: /^--f/,
  du: /^--f|^-X|^--exclude-from/,
};

/** Print what is in the files that they are given. */
export const readers = new Set(
  (
    'cat head tail tac nl rev grep egrep fgrep rg cut sort uniq tr column fold paste join comm diff cmp xxd hexdump od strings base64 base32 jq sed file ' +
    'git bat zcat zgrep less more awk'
  ).split(' '),
);

/** Options with which a program does more than read. A short one counts anywhere in a cluster, a long one however far it is cut. */
const refused: Record<string, string> = {
  cat: '',
  head: '',
  tail: '',
  tac: '',
  nl: '',
  rev: '',
  grep: '',
  egrep: '',
  fgrep: '',
  cut: '',
  tr: '',
  column: '',
  fold: '',
  paste: '',
  join: '',
  comm: '',
  diff: '',
  cmp: '',
  hexdump: '',
  od: '',
  strings: '',
  base64: '-o --output',
  base32: '-o --output',
  rg: '--pre --hostname-bin --search-zip -z -u --unrestricted --hidden -. --no-ignore',
  sort: '-o --output -T --temporary-directory --compress-program --files0-from',
  jq: '-i --in-place -L --library-path -f --from-file',
  file: '-C --compile -m --magic-file',
  tree: '-o --output -R --fromfile --fromtabfile',
  ps: '',
  docker: '-H --host -c --context --config',
  hostname: '-F -b --file --boot',
};

/** What the first word must be, for programs that do many things. */
const subcommands: Record<string, string> = {
  docker: 'ps images logs version info top port diff',
  npm: 'ls list view outdated why explain',
  pip: 'list show freeze',
  pip3: 'list show freeze',
  go: 'version doc',
  brew: 'list info',
  kubectl: 'get describe logs version top explain api-resources',
};

const ghCommands =
  /^(?:pr (?:view|list|status|diff|checks)|issue (?:view|list|status)|run (?:view|list)|repo view|release (?:list|view)|workflow (?:list|view)) /;

/** Asked for its version, each of these only says it. `python -v` and `node version` would run something. */
const versions: [option: string, programs: string][] = [
  [
    '--version',
    'node npm npx bun deno tsc python python3 pip pip3 ruby gem bundle cargo rustc rustup java javac php perl make cmake gcc clang git docker ' +
      'helm gh aws gcloud psql sqlite3 mysql redis-cli uv poetry swift bash zsh jq rg fd curl wget tar',
  ],
  ['-v', 'node npm npx bun tsc php perl ruby make'],
  ['-V', 'python python3 pip pip3 cargo rustc curl wget psql deno'],
  ['version', 'go docker kubectl helm terraform tofu gh git'],
];
const saysVersion = new Set(
  versions.flatMap(([option, programs]) => programs.split(' ').map((name) => `${name} ${option}`)),
);

/** Whether a program with these words only reads. Without words: whether it is one that can. */
export function canReadOnly(program: string, given?: ShellWord[]): boolean {
  if (!given) return harmless.has(program) || readers.has(program) || program === 'find' || program === 'tree';
  const words = program === 'git' ? given.map(printedByGit) : given;
  if (words.length === 1 && saysVersion.has(`${program} ${words[0]?.text}`)) return true;
  if (harmless.has(program)) return !words.some(({ shape }) => harming[program]?.test(shape));
  if (readers.has(program) && fileWords(program, words).some(couldNameSecret)) return false;
  if (Object.hasOwn(refused, program) && refuses(refused[program] ?? '', words)) return false;
  const texts = words.map(({ text }) => text);
  if (Object.hasOwn(subcommands, program)) return readsOnly(program, texts);
  return Object.hasOwn(special, program)
    ? (special[program]?.(words, texts) ?? false)
    : Object.hasOwn(refused, program);
}

/** Whether an option of these is among the words, or could be. */
export function refuses(options: string, words: ShellWord[]): boolean {
  const names = options.split(' ').filter((name) => name !== '');
  if (names.length === 0) return false;
  return words.some(({ shape }) => {
    if (shape.startsWith(unknown)) return true;
    if (!shape.startsWith('-') || shape === '-') return false;
    if (!shape.startsWith('--'))
      return names.some((name) => /^-[^-]$/.test(name) && shape.includes(name.slice(1))) || names.includes(shape);
    const long = shape.split('=', 1)[0] ?? '';
    return (
      long.includes(unknown) || (long !== '--' && names.some((name) => name.startsWith('--') && name.startsWith(long)))
    );
  });
}

function readsOnly(program: string, texts: (string | null)[]): boolean {
  const [first, ...others] = texts;
  if (program === 'npm' && /^(?:run|config get registry)$/.test(texts.join(' '))) return true;
  if (program === 'docker' && first === 'compose') return /^(?:ps|logs|images|top|version)$/.test(others[0] ?? '');
  if (!first || !subcommands[program]?.split(' ').includes(first) || others.includes(null)) return false;
  const options = others.filter((text) => text?.startsWith('-'));
  if (program === 'docker') return true;
  // `npm view git+https://…` fetches it and runs what it says.
  if (program === 'npm' && others.some((text) => /[:\\]|^[./~]|^[^@].*\//.test(text ?? ''))) return false;
  if (program !== 'kubectl') return options.every((text) => harmlessOption.test(text ?? ''));
  return !others.some((text) =>
    /secret|kubeconfig|%|^--(?:raw|filename|kustomize|token|server|as|profile|log|cache|username|password|client|insecure)|^-[sfk]/.test(
      text ?? '',
    ),
  );
}
const harmlessOption =
  /^--?(?:depth|json|long|parseable|prod|dev|global|recursive|all|format|outdated|g|r|a|l|u|m)(?:=.*)?$/;

type Check = (words: ShellWord[], texts: (string | null)[]) => boolean;
const isKnown = (texts: (string | null)[]): texts is string[] => !texts.includes(null);
/** How many words are no options: `-` is none, and what follows `--` is none. */
export function positional(texts: (string | null)[]): number {
  const end = texts.indexOf('--');
  const before = end < 0 ? texts : texts.slice(0, end);
  const named = before.filter((text) => text === null || text === '-' || !text.startsWith('-')).length;
  return named + texts.length - before.length - (end < 0 ? 0 : 1);
}

const special: Record<string, Check> = {
  git: (words) => readOnlyGit(words),
  find: (_, texts) =>
    isKnown(texts) &&
    !texts.some((text) => /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls|files0-from)$/.test(text)),
  printf: (_, texts) => !/^-/.test(texts[0] ?? '-'),
  sed: (_, texts) => isKnown(texts) && readOnlySed(texts),
  awk: (words, texts) => isKnown(texts) && !words.some(namesSecret) && readOnlyAwk(texts),
  printenv: (_, texts) =>
    texts.length > 0 &&
    texts.every((text) => /^(?:PATH|HOME|USER|SHELL|PWD|TERM|LANG|TZ|CI|NODE_ENV)$/.test(text ?? '')),
  export: (_, texts) =>
    texts.length > 0 &&
    texts.every((text) => /^\w+=/.test(text ?? '') && isHarmlessVariable(text?.split('=', 1)[0] ?? '')),
  lsof: (_, texts) =>
    texts.length > 0 &&
    texts.every((text) => /^(?:-[Pntl]*i?(?::\d+)?|:\d+|(?:tcp|udp):\d+|-sTCP:LISTEN)$/i.test(text ?? '')),
  ss: (_, texts) => texts.every((text) => /^-[tulnpaH]+$/.test(text ?? '')),
  uniq: (_, texts) => isKnown(texts) && positional(texts) <= 1,
  xxd: (words, texts) => isKnown(texts) && !refuses('-r -revert', words) && positional(texts) <= 1,
  date: (_, texts) =>
    isKnown(texts) &&
    texts.every(
      (text, index) =>
        /^(?:\+[\s\S]*|-[uRjn]+|-I[\w-]*|--(?:utc|universal|iso\S*|rfc\S*))$/.test(text) ||
        /^(?:-d|--date|-r|-v)/.test(text) ||
        /^(?:-d|--date|-r|-v)$/.test(texts[index - 1] ?? ''),
    ),
  ps: (_, texts) => isKnown(texts) && !texts.some((text) => /^[a-z]*e/i.test(text)),
  hostname: (_, texts) => texts.every((text) => /^-[fsiIdA]$/.test(text ?? '')),
  command: (_, texts) => /^-[vV]$/.test(texts[0] ?? ''),
  read: (_, texts) =>
    texts.every((text) => /^(?:-r|(?!\w*path|prompt)[a-z_]\w*)$/.test(text ?? '') && !isRiskyVariable(text ?? '')),
  set: (_, texts) =>
    texts.length > 0 && texts.every((text) => /^(?:[-+][euxo]+|pipefail|errexit|nounset|xtrace)$/.test(text ?? '')),
  jq: (_, texts) =>
    isKnown(texts) && !texts.some((text) => /\benv\b|\$ENV|\binput_filename\b|\binclude\b|\bimport\b/.test(text)),
  gh: (words, texts) =>
    isKnown(texts) &&
    (ghCommands.test(`${texts.join(' ')} `) || texts.join(' ') === 'auth status') &&
    !refuses('--web -w', words),
};
