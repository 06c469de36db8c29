import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Workplace } from './workplace';

const runTimeoutMs = 45_000;

export interface Program {
  /** Writes one JSON message as a line. */
  send(message: unknown): void;
  /** There is no more to say to it. */
  endInput(): void;
  /** Ends it and all that it started. */
  kill(): void;
  /** Resolves when it has ended, with all that it printed. Rejects with that when it did not end in time. */
  ended: Promise<{ code: number | null; output: string }>;
}

export interface ProgramOptions {
  workplace: Workplace;
  env?: Record<string, string>;
  /** Gets each line of its output; without it, the program gets no input either. */
  onLine?: (line: string) => void;
}

/** Starts a program in the project of a workplace. It ends with the tests at the latest. */
export function startProgram(file: string, args: string[], { workplace, env, onLine }: ProgramOptions): Program {
  const stdio: StdioOptions = [onLine ? 'pipe' : 'ignore', 'pipe', 'pipe'];
  const child: ChildProcess = spawn(file, args, {
    cwd: workplace.project,
    env: { ...workplace.environment, ...env } as NodeJS.ProcessEnv,
    stdio,
    // A group of its own, so that what it started (hooks, commands) ends with it.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  // A program that ends early closes its input; why it ended, its output tells.
  child.stdin?.on('error', () => undefined);
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killAll(child.pid);
  };
  process.on('exit', kill);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    kill();
  }, runTimeoutMs);
  const ended = once(child, 'close').then(([code]) => {
    clearTimeout(late);
    process.off('exit', kill);
    if (isLate) throw new Error(`${file} did not end within ${runTimeoutMs} ms:\n${output}`);
    return { code: code as number | null, output };
  });
  ended.catch(() => undefined);
  workplace.whenLeft(async () => {
    kill();
    await ended.catch(() => undefined);
  });
  return {
    send: (message) => void child.stdin?.write(`${JSON.stringify(message)}\n`),
    endInput: () => void child.stdin?.end(),
    kill,
    ended,
  };
}

/** Ends a program and what it started: its group, and those who left that, as the hooks of Claude Code do. */
function killAll(pid: number): void {
  for (const target of [...descendantsOf(pid), -pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Where the system does not tell (macOS), a hook notices itself that its agent is gone. */
function descendantsOf(pid: number): number[] {
  let children: string;
  try {
    children = readdirSync(`/proc/${pid}/task`)
      .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
      .join(' ');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
  const pids = children.split(/\s+/).filter(Boolean).map(Number);
  return pids.flatMap((child) => [child, ...descendantsOf(child)]);
}
