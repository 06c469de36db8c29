import { existsSync, readFileSync } from 'node:fs';
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
  const file = path.join(dataDirectory, 'pg', 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && commandOf(pid)?.includes(dataDirectory) ? pid : undefined;
}

/** A stale file may name a process that has nothing to do with it, so its command line has to fit. */
function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined;
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
