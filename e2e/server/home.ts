import { readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A temporary folder for one installation: its data folder, and beside it what only the test reads. */
export interface Home {
  directory: string;
  dataDirectory: string;
  bootstrapFile: string;
}

export async function makeHome(): Promise<Home> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'nod-e2e-'));
  // As root, PostgreSQL runs as another user, who must get through to the data folder.
  await chmod(directory, 0o755);
  return homeAt(path.join(directory, 'data'));
}

export function homeAt(dataDirectory: string): Home {
  const directory = path.dirname(dataDirectory);
  return { directory, dataDirectory, bootstrapFile: path.join(directory, 'bootstrap.json') };
}

/** The process id of the PostgreSQL that runs on this data folder; undefined when none does. */
export function postgresPid(dataDirectory: string): number | undefined {
  const pid = Number(textOf(path.join(dataDirectory, 'pg', 'postmaster.pid'))?.split('\n')[0] ?? Number.NaN);
  // A stale file may name a process that has nothing to do with it, so the command line has to fit.
  return Number.isInteger(pid) && textOf(`/proc/${pid}/cmdline`)?.includes(dataDirectory) ? pid : undefined;
}

/** The text of a file that may disappear at any moment. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Ends the PostgreSQL of a home that its servers left running (after a kill), and removes the home. */
export async function removeHome({ directory, dataDirectory }: Home): Promise<void> {
  const pid = postgresPid(dataDirectory);
  if (pid !== undefined) {
    process.kill(pid, 'SIGCONT');
    process.kill(pid, 'SIGQUIT');
    const giveUpAt = Date.now() + 5000;
    while (postgresPid(dataDirectory) === pid && Date.now() < giveUpAt) await pause(20);
    if (postgresPid(dataDirectory) === pid) process.kill(pid, 'SIGKILL');
  }
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** The same at once, for a process that is about to end. */
export function removeHomeNow({ directory, dataDirectory }: Home): void {
  const pid = postgresPid(dataDirectory);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}
