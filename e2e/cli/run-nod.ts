import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../server/repository';

/** The bundle that the server hands out. */
export const bundle = path.join(repositoryRoot, 'cli/dist/nod.cjs');

/** A person's machine as the command sees it: an empty home folder of its own. */
export interface Machine {
  home: string;
  credentialsFile: string;
  remove(): Promise<void>;
}

export async function makeMachine(): Promise<Machine> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'nod-cli-'));
  return {
    home,
    credentialsFile: path.join(home, '.config/nod/credentials.json'),
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  /** What it printed so far on stdout. */
  said(): string;
  ended: Promise<Ended>;
  kill(): void;
}

/** What a command gets of the environment of the tests: nothing that would configure it, and no coding agents that are installed here. */
const environmentOf = ({ home }: Machine, variables: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: path.join(home, 'bin'),
  NODE_ENV: 'production',
  HOME: home,
  ...variables,
});

/** Starts a program on a machine. */
export function start(
  machine: Machine,
  [program = '', ...args]: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Running {
  const child = spawn(program, args, { cwd: machine.home, env: environmentOf(machine, env) });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  // A command that does not read its input may be gone before all of it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return {
    said: () => stdout,
    ended: once(child, 'close').then(([code]) => ({ code, stdout, stderr })),
    kill: () => child.kill(),
  };
}

/** Starts `nod` with these arguments. */
export const startNod = (machine: Machine, args: string[], options?: Parameters<typeof start>[2]): Running =>
  start(machine, [process.execPath, bundle, ...args], options);

/** Runs `nod` with these arguments to its end. */
export const nod = (machine: Machine, args: string[], options?: Parameters<typeof start>[2]): Promise<Ended> =>
  startNod(machine, args, options).ended;

/** Runs `nod … --json` and reads its one document. */
export async function nodJson(
  machine: Machine,
  args: string[],
): Promise<{ code: number | null; value: Record<string, unknown> }> {
  const { code, stdout, stderr } = await nod(machine, [...args, '--json']);
  try {
    return { code, value: JSON.parse(stdout) as Record<string, unknown> };
  } catch {
    throw new Error(`Not one JSON document on stdout: ${stdout}\n${stderr}`);
  }
}
