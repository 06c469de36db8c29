import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A holder refreshes its lock file this often, so that a much older file means nobody holds it. */
const refreshMs = 2_000;
const staleAfterMs = 15_000;
const retryMs = 20;

/**
 * Runs `work` while no other process does so with the same `lockFile`; throws when it stays taken for `waitMs`.
 *
 * Node has no flock(2), so the lock is a file made exclusively. A holder that was killed is recognised by its process
 * id, and, where that id already belongs to somebody else, by the age of the file.
 */
export async function withStartLock<T>(lockFile: string, work: () => Promise<T>, waitMs = 180_000): Promise<T> {
  const content = JSON.stringify({ pid: process.pid, token: randomUUID() });
  const deadline = Date.now() + waitMs;
  while (!take(lockFile, content)) {
    removeIfStale(lockFile);
    if (Date.now() > deadline) throw new Error(`Another process has held ${lockFile} for ${waitMs / 1000} s.`);
    await sleep(retryMs);
  }
  const refresh = setInterval(() => touch(lockFile), refreshMs);
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    if (read(lockFile)?.content === content) rmSync(lockFile, { force: true });
  }
}

function take(lockFile: string, content: string): boolean {
  try {
    writeFileSync(lockFile, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfStale(lockFile: string): void {
  const found = read(lockFile);
  if (!found || !isStale(found)) return;
  // Two processes may come here together, and the slower one could take away the lock that the faster one has just
  // made. Moving it aside first and looking again shows that; then it is put back.
  const aside = `${lockFile}.${randomUUID()}`;
  try {
    renameSync(lockFile, aside);
    if (read(aside)?.content !== found.content) linkSync(aside, lockFile);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isStale(found: { content: string; ageMs: number }): boolean {
  if (found.ageMs > staleAfterMs) return true;
  const holder = /"pid":(\d+)/.exec(found.content)?.[1];
  // A file without a process id is one that is being written at this moment.
  return holder !== undefined && !isProcessAlive(Number(holder));
}

function read(file: string): { content: string; ageMs: number } | undefined {
  try {
    return { content: readFileSync(file, 'utf8'), ageMs: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function touch(lockFile: string): void {
  const now = new Date();
  try {
    utimesSync(lockFile, now, now);
  } catch (error) {
    // Somebody removed the data folder while it was in use: there is nothing left to guard.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Whether a process with this id runs, also when it belongs to another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isUnreaped(pid);
}

/** Whether a process has ended and only its id is kept, as happens in containers whose first process is no init. */
export function isUnreaped(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
