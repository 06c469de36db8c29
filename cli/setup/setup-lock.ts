import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { configFolder } from '@/cli/config';
import { fail } from '@/cli/output';
import { makeFolder } from './write-files';

const patienceMs = 10_000;

/** Runs something while no other setup or uninstall of this person changes files. Ends the command when another one does not end. */
export async function withSetupLock<T>(run: () => T | Promise<T>): Promise<T> {
  makeFolder(configFolder());
  const path = join(configFolder(), 'setup.lock');
  const giveUpAt = performance.now() + patienceMs;
  while (!take(path)) {
    removeIfStale(path);
    if (performance.now() > giveUpAt)
      fail(`Another nod setup is running. If that is not so, remove ${path} and try again.`);
    await pause(50);
  }
  try {
    return await run();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A process that was killed leaves its lock behind. It is moved away before it is judged again: another may have replaced it meanwhile. */
function removeIfStale(path: string): void {
  if (!isStale(path)) return;
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (isStale(aside)) rmSync(aside, { force: true });
    else renameSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function isStale(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // Between making the file and writing to it, it is empty.
    if (!pid) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
