import { type OuterCommand, programOf, type ShellAssignment, type ShellCommand } from '@/lib/policies/shell-command';
import { shellText } from '@/lib/policies/shell-text';
import { unknown } from '@/lib/policies/shell-word';

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

interface Wrapper {
  kind: OuterCommand['kind'];
  /** Options that take the next word as their value. */
  valued?: string;
  /** Words of its own before the command: a duration, a host. */
  own?: number;
}

const wrappers: Record<string, Wrapper> = {
  time: { kind: 'same', valued: '-f --format -o --output' },
  timeout: { kind: 'plain', valued: '-s --signal -k --kill-after', own: 1 },
  gtimeout: { kind: 'plain', valued: '-s --signal -k --kill-after', own: 1 },
  nice: { kind: 'plain', valued: '-n --adjustment' },
  nohup: { kind: 'same' },
  stdbuf: { kind: 'plain', valued: '-i -o -e --input --output --error' },
  ionice: { kind: 'plain', valued: '-c -n --class --classdata' },
  setsid: { kind: 'same' },
  builtin: { kind: 'plain' },
  noglob: { kind: 'plain' },
  nocorrect: { kind: 'plain' },
  exec: { kind: 'same', valued: '-a' },
  chrt: { kind: 'same', own: 1 },
  taskset: { kind: 'same', own: 1 },
  repeat: { kind: 'same', own: 1 },
  caffeinate: { kind: 'same', valued: '-t -w' },
  strace: { kind: 'same', valued: '-o -e -s -p -u -E -a -P' },
  unbuffer: { kind: 'same' },
  entr: { kind: 'same' },
  busybox: { kind: 'same' },
  toybox: { kind: 'same' },
  doas: { kind: 'same', valued: '-u -C' },
  pkexec: { kind: 'same', valued: '--user' },
  chroot: { kind: 'elsewhere', own: 1 },
  unshare: { kind: 'elsewhere', valued: '-S -G -R -w' },
  npx: { kind: 'elsewhere', valued: '-p --package' },
  pnpx: { kind: 'elsewhere', valued: '-p --package' },
  bunx: { kind: 'elsewhere', valued: '-p --package' },
  uvx: { kind: 'elsewhere', valued: '--from --with -p --python' },
};

const runValued =
  '-v --volume -e --env -p --publish --name -w --workdir -u --user --entrypoint --network --net -h --hostname --mount --env-file ' +
  '--platform -m --memory --cpus -l --label --add-host --ulimit --cap-add --cap-drop --device --gpus --pull --restart';

/** Programs that run another one after some words of their own: `pnpm exec`, `docker compose exec`. */
const runners: [words: string, Wrapper][] = [
  ['npm exec', { kind: 'elsewhere', valued: '-p --package -w --workspace' }],
  ['npm x', { kind: 'elsewhere', valued: '-p --package -w --workspace' }],
  ['pnpm exec', { kind: 'elsewhere' }],
  ['pnpm dlx', { kind: 'elsewhere', valued: '--package' }],
  ['yarn exec', { kind: 'elsewhere' }],
  ['yarn dlx', { kind: 'elsewhere', valued: '-p --package' }],
  ['bun x', { kind: 'elsewhere' }],
  ['uv run', { kind: 'elsewhere', valued: '--with --python -p --project --directory --extra --group' }],
  ['poetry run', { kind: 'elsewhere' }],
  ['pipenv run', { kind: 'elsewhere' }],
  ['bundle exec', { kind: 'elsewhere' }],
  ['rbenv exec', { kind: 'elsewhere' }],
  ['pyenv exec', { kind: 'elsewhere' }],
  ['mise exec', { kind: 'elsewhere' }],
  ['direnv exec', { kind: 'elsewhere', own: 1 }],
  ['git bisect run', { kind: 'same' }],
  ...['docker', 'podman', 'nerdctl'].flatMap((program): [string, Wrapper][] => [
    [
      `${program} exec`,
      { kind: 'elsewhere', valued: '-e --env -u --user -w --workdir --env-file --detach-keys', own: 1 },
    ],
    [`${program} run`, { kind: 'elsewhere', valued: runValued, own: 1 }],
    [`${program} compose exec`, { kind: 'elsewhere', valued: '-e --env -u --user -w --workdir --index', own: 1 }],
    [`${program} compose run`, { kind: 'elsewhere', valued: '-e --env -u --user -w --workdir -v -p --name', own: 1 }],
  ]),
  ['docker-compose exec', { kind: 'elsewhere', valued: '-e --env -u --user -w --workdir --index', own: 1 }],
  ['docker-compose run', { kind: 'elsewhere', valued: '-e --env -u --user -w --workdir -v -p --name', own: 1 }],
];

const valuedOf = (wrapper: Wrapper): Set<string> => new Set(wrapper.valued?.split(' '));
const notKnown: Inner = { opaque: 'What it runs is known only when it runs.' };

/** Everything that this command is told to run; nothing for most. */
export function innerOf(command: ShellCommand): Inner[] {
  const program = programOf(command);
  const texts = shellText(command, program);
  if (texts) return texts;
  if (program === 'env') return fromEnv(command);
  if (program === 'command')
    return /^-\w*[vV]/.test(command.words[1]?.text ?? '') ? [] : fromWords(command, 1, { kind: 'plain' });
  if (program === 'sudo') return fromSudo(command);
  if (program === 'xargs' || program === 'gxargs' || program === 'parallel') return fromXargs(command, program);
  if (program === 'find' || program === 'gfind' || program === 'fd') return fromFind(command);
  if (program === 'kubectl' || program === 'oc') return fromKubectl(command);
  // Not `wrappers[program]` alone: a program may be called constructor.
  if (Object.hasOwn(wrappers, program)) return fromWords(command, 1, wrappers[program] as Wrapper);
  for (const [words, wrapper] of runners) {
    const named = words.split(' ');
    if (named[0] === program && named.every((word, index) => index === 0 || command.words[index]?.text === word))
      return fromWords(command, named.length, wrapper);
  }
  return [];
}

/** The place of the first word that is no option; undefined where that cannot be told. */
function afterOptions({ words }: ShellCommand, from: number, valued: Set<string>): number | undefined {
  let at = from;
  for (let word = words[at]; word; word = words[at]) {
    if (word.shape.startsWith(unknown)) return undefined;
    if (word.shape === '--') return at + 1;
    if (!word.shape.startsWith('-') || word.shape === '-') return at;
    at += valued.has(word.shape) ? 2 : 1;
  }
  return at;
}

function fromWords(command: ShellCommand, from: number, wrapper: Wrapper): Inner[] {
  const own = afterOptions(command, from, valuedOf(wrapper));
  if (own === undefined) return [notKnown];
  let at = own + (wrapper.own ?? 0);
  if (command.words[at]?.text === '--') at += 1;
  return at < command.words.length ? [{ kind: wrapper.kind, at }] : [];
}

const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/;

function fromEnv(command: ShellCommand): Inner[] {
  const start = afterOptions(command, 1, new Set(['-u', '--unset', '-C', '--chdir']));
  if (start === undefined) return [notKnown];
  const split = command.words.findIndex(({ shape }, index) => index < start && /^(?:-\w*S|--split-string)/.test(shape));
  // `env -S 'cmd words'` takes one text apart.
  if (split > 0) return [notKnown];
  return withAssignments(command, start, 'plain');
}

function fromSudo(command: ShellCommand): Inner[] {
  const valued =
    '-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T -U -D --chdir -R --chroot';
  const start = afterOptions(command, 1, new Set(valued.split(' ')));
  return start === undefined ? [notKnown] : withAssignments(command, start, 'same');
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
  const valued =
    '-I -n -P -L -d -E -s -a -J -R -S -j --jobs --max-args --max-procs --max-lines --delimiter --arg-file --max-chars --colsep --joblog';
  const at = afterOptions(command, 1, new Set(valued.split(' ')));
  if (at === undefined) return [notKnown];
  const texts = command.words.slice(0, at).map(({ text }) => text ?? '');
  const given = texts.map(
    (text, index) => /^-[IJ](.+)$/.exec(text)?.[1] ?? (/^-[IJ]$/.test(text) ? texts[index + 1] : undefined),
  );
  const replaced = given.find((text) => text !== undefined) ?? '{}';
  if (at >= command.words.length) return [];
  const until = program === 'parallel' ? command.words.findIndex(({ text }) => text?.startsWith(':::')) : -1;
  const inner = { kind: 'same', at, more: true, replaced, ...(until > at ? { until } : {}) } as const;
  // GNU parallel gives its words to a shell.
  return program === 'parallel' && command.words.slice(at).some(({ text }) => /\s/.test(text ?? ' '))
    ? [notKnown]
    : [inner];
}

function fromFind(command: ShellCommand): Inner[] {
  const found: Inner[] = [];
  const { words } = command;
  for (const [index, { text }] of words.entries()) {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(text ?? '')) continue;
    const end = words.findIndex((word, place) => place > index && (word.text === ';' || word.text === '+'));
    found.push({ kind: 'same', at: index + 1, replaced: '{}', beside: true, ...(end > 0 ? { until: end } : {}) });
  }
  return found;
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
