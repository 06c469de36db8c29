import type { OuterCommand } from '@/lib/policies/shell-command';

/** A program that runs another one by some of its own words. */
export interface Wrapper {
  kind: OuterCommand['kind'];
  /** Options that take the next word as their value. */
  valued?: string;
  /** Options that stand alone. With any option that is in neither list, nobody knows where the inner command begins. */
  flags?: string;
  /** Options whose value is a text to run. */
  texts?: string;
  /** Options that write a file: what runs then is more than the inner command. */
  writing?: string;
  /** Words of its own before the command: a duration, a host. */
  own?: number;
}

const packages = '-p --package -w --workspace --prefix --registry --cache';
const packageFlags =
  '-y -n -q -s --yes --no --no-install --quiet --silent --ignore-existing --prefer-offline --offline --workspaces --bun';

export const wrappers: Record<string, Wrapper> = {
  time: {
    kind: 'same',
    valued: '-f -o --format --output',
    flags: '-p -v -a -l -h -q --portability --verbose --append --quiet',
    writing: '-o --output',
  },
  timeout: {
    kind: 'plain',
    valued: '-s -k --signal --kill-after',
    flags: '-v -f -p --foreground --preserve-status --verbose',
    own: 1,
  },
  gtimeout: {
    kind: 'plain',
    valued: '-s -k --signal --kill-after',
    flags: '-v -f -p --foreground --preserve-status --verbose',
    own: 1,
  },
  nice: { kind: 'plain', valued: '-n --adjustment' },
  nohup: { kind: 'same' },
  stdbuf: { kind: 'plain', valued: '-i -o -e --input --output --error' },
  ionice: { kind: 'plain', valued: '-c -n --class --classdata', flags: '-t --ignore' },
  setsid: { kind: 'same', flags: '-c -f -w --ctty --fork --wait' },
  builtin: { kind: 'plain' },
  noglob: { kind: 'plain' },
  nocorrect: { kind: 'plain' },
  exec: { kind: 'same', valued: '-a', flags: '-c -l' },
  chrt: {
    kind: 'same',
    valued: '-T -P -D --sched-runtime --sched-period --sched-deadline',
    flags:
      '-b -d -f -i -o -r -a -R -v --batch --deadline --fifo --idle --other --rr --all-tasks --reset-on-fork --verbose',
    own: 1,
  },
  taskset: { kind: 'same', flags: '-a -c --all-tasks --cpu-list', own: 1 },
  repeat: { kind: 'same', own: 1 },
  caffeinate: { kind: 'same', valued: '-t -w', flags: '-d -i -m -s -u' },
  strace: {
    kind: 'same',
    valued: '-o -e -s -p -u -E -a -P -b -I -O -S -U -X --output --trace --string-limit --user --env',
    flags: '-f -q -r -t -T -v -x -y -i -k -c -C -d -D -w -z -Z -A --follow-forks --summary',
    writing: '-o --output',
  },
  unbuffer: { kind: 'same', flags: '-p' },
  entr: { kind: 'same', flags: '-a -c -d -n -p -r -s -x -z' },
  busybox: { kind: 'same' },
  toybox: { kind: 'same' },
  doas: { kind: 'same', valued: '-u -C -a', flags: '-n -s -L' },
  pkexec: { kind: 'same', valued: '--user', flags: '--disable-internal-agent --keep-cwd' },
  chroot: { kind: 'elsewhere', valued: '--userspec --groups', flags: '--skip-chdir', own: 1 },
  unshare: {
    kind: 'elsewhere',
    valued: '-S -G -R -w --setuid --setgid --root --wd --propagation --setgroups --map-user --map-group',
    flags:
      '-f -m -u -i -n -p -U -C -T -r -c --fork --mount --uts --ipc --net --pid --user --cgroup --time --map-root-user --map-current-user --mount-proc',
  },
  npx: { kind: 'elsewhere', valued: packages, flags: packageFlags, texts: '-c --call' },
  pnpx: { kind: 'elsewhere', valued: packages, flags: packageFlags, texts: '-c --call' },
  bunx: { kind: 'elsewhere', valued: '-p --package', flags: packageFlags },
  uvx: {
    kind: 'elsewhere',
    valued:
      '--from --with --with-editable --with-requirements -p --python -c --constraints --index --index-url --extra-index-url --directory --project --env-file',
    flags: '-q -v -n -U --quiet --verbose --no-cache --offline --isolated --upgrade --refresh',
  },
};

const runValued =
  '-v -e -p -w -u -h -m -l -a -c --volume --env --publish --name --workdir --user --entrypoint --network --net --hostname --mount ' +
  '--env-file --platform --memory --cpus --label --add-host --ulimit --cap-add --cap-drop --device --gpus --pull --restart --annotation ' +
  '--attach --blkio-weight --blkio-weight-device --cgroup-parent --cgroupns --cidfile --cpu-period --cpu-quota --cpu-rt-period ' +
  '--cpu-rt-runtime --cpu-shares --cpuset-cpus --cpuset-mems --detach-keys --device-cgroup-rule --device-read-bps --device-read-iops ' +
  '--device-write-bps --device-write-iops --dns --dns-option --dns-search --domainname --expose --group-add --health-cmd ' +
  '--health-interval --health-retries --health-start-period --health-timeout --ip --ip6 --ipc --isolation --label-file --link ' +
  '--link-local-ip --log-driver --log-opt --mac-address --memory-reservation --memory-swap --memory-swappiness --network-alias ' +
  '--oom-score-adj --pid --pids-limit --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs ' +
  '--userns --uts --volume-driver --volumes-from';
const runFlags =
  '-i -t -d -P -q --interactive --tty --detach --publish-all --quiet --rm --init --privileged --read-only --sig-proxy --no-healthcheck ' +
  '--oom-kill-disable --use-api-socket';
const composeRun = {
  kind: 'elsewhere',
  valued:
    '-e -u -w -v -p -l --env --user --workdir --volume --publish --name --entrypoint --label --env-from-file --pull',
  flags:
    '-d -i -t -T -P -q --rm --build --no-deps --service-ports --use-aliases --detach --interactive --no-TTY --no-tty --quiet-pull --remove-orphans --quiet',
  own: 1,
} as const;
const composeExec = {
  kind: 'elsewhere',
  valued: '-e -u -w --env --user --workdir --index',
  flags: '-d -i -t -T --detach --privileged --no-TTY --no-tty --interactive --tty',
  own: 1,
} as const;

/** Programs that run another one after some words of their own: `pnpm exec`, `docker compose exec`. */
export const runners: [words: string, Wrapper][] = [
  ['npm exec', { kind: 'elsewhere', valued: packages, flags: packageFlags, texts: '-c --call' }],
  ['npm x', { kind: 'elsewhere', valued: packages, flags: packageFlags, texts: '-c --call' }],
  [
    'pnpm exec',
    {
      kind: 'elsewhere',
      valued: '-F -C --filter --dir --resume-from',
      flags: '-r -c --recursive --parallel --shell-mode --no-reporter-hide-prefix --report-summary',
    },
  ],
  ['pnpm dlx', { kind: 'elsewhere', valued: '--package --allow-build', flags: '-s --silent' }],
  ['yarn exec', { kind: 'elsewhere' }],
  ['yarn dlx', { kind: 'elsewhere', valued: '-p --package', flags: '-q --quiet' }],
  ['bun x', { kind: 'elsewhere', valued: '-p --package', flags: '--bun --silent --no-install --verbose' }],
  [
    'uv run',
    {
      kind: 'elsewhere',
      valued:
        '--with --with-editable --with-requirements --python -p --project --directory --extra --group --package --env-file --no-group --only-group --index',
      flags:
        '-q -v -n -U -m --module --quiet --verbose --no-project --frozen --locked --isolated --no-sync --all-extras --dev --no-dev --active --offline --no-cache --all-packages --exact --all-groups',
    },
  ],
  ['poetry run', { kind: 'elsewhere' }],
  ['pipenv run', { kind: 'elsewhere' }],
  ['bundle exec', { kind: 'elsewhere', flags: '--keep-file-descriptors' }],
  ['rbenv exec', { kind: 'elsewhere' }],
  ['pyenv exec', { kind: 'elsewhere' }],
  ['mise exec', { kind: 'elsewhere', valued: '-j --jobs', flags: '--raw', texts: '-c --command' }],
  ['direnv exec', { kind: 'elsewhere', own: 1 }],
  ['git bisect run', { kind: 'same' }],
  ...['docker', 'podman', 'nerdctl'].flatMap((program): [string, Wrapper][] => [
    [
      `${program} exec`,
      {
        kind: 'elsewhere',
        valued: '-e -u -w --env --user --workdir --env-file --detach-keys',
        flags: '-d -i -t --detach --interactive --tty --privileged',
        own: 1,
      },
    ],
    [`${program} run`, { kind: 'elsewhere', valued: runValued, flags: runFlags, own: 1 }],
    [`${program} compose exec`, composeExec],
    [`${program} compose run`, composeRun],
  ]),
  ['docker-compose exec', composeExec],
  ['docker-compose run', composeRun],
];

export const sudo: Wrapper = {
  kind: 'same',
  valued:
    '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --close-from --role --type --command-timeout --other-user --chdir --chroot',
  flags:
    '-A -b -B -E -e -H -i -K -k -l -n -N -P -S -s -V -v --askpass --background --bell --preserve-env --edit --set-home --login --remove-timestamp --reset-timestamp --list --non-interactive --no-update --preserve-groups --stdin --shell --version --validate',
};

/** For each of the lines that it reads. */
export const xargs: Wrapper = {
  kind: 'same',
  valued:
    '-I -n -P -L -d -E -s -a -J -R -S --replace --max-args --max-procs --max-lines --delimiter --eof --arg-file --max-chars --process-slot-var',
  flags: '-0 -r -t -p -x -o --null --no-run-if-empty --verbose --interactive --exit --open-tty --show-limits',
};
export const parallel: Wrapper = {
  kind: 'same',
  valued: `${xargs.valued} -j -N -C --jobs --colsep --joblog --results --delay --timeout --retries --halt --tmpdir --tagstring --memfree --load`,
  flags: `${xargs.flags} -k -u -v -X -m --keep-order --ungroup --bar --progress --eta --tag --dry-run --line-buffer --lb --no-notice --will-cite`,
  writing: '--joblog --results',
};
