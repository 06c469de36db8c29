import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment } from './cluster';
import type { ServerUser } from './server-user';
import { isProcessAlive, isUnreaped } from './start-lock';

const largestLogBytes = 5_000_000;

export type ServerStart = {
  dataDirectory: string;
  cluster: string;
  bin: string;
  socketDirectory: string;
  user: ServerUser | undefined;
  unsafeButFast: boolean;
};

/** A `postgres` that was started and may have ended since. */
export type ServerProcess = { ended: () => boolean; newLog: () => string };

/** Starts `postgres` apart from this process, so that it outlives a kill and hears no Ctrl-C of our terminal. */
export function spawnServer(start: ServerStart): ServerProcess {
  const logFile = path.join(start.dataDirectory, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > largestLogBytes) truncateSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const child = spawn(path.join(start.bin, 'postgres'), ['-D', start.cluster, ...settings(start)], {
    ...start.user,
    cwd: '/',
    detached: true,
    env: serverEnvironment(start.dataDirectory),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  child.unref();
  return {
    ended: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    newLog: () => failure?.message ?? readFrom(logFile, logStart),
  };
}

function settings({ socketDirectory, unsafeButFast }: ServerStart): string[] {
  const values: Record<string, string> = {
    listen_addresses: '',
    port: '5432',
    // Quoted, because the setting is a list and a path may have a comma or a space in it.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    // Connections need no password, so only the owner may open one.
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '32MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors reach the caller. In the log they would only repeat what people wrote.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
  if (unsafeButFast) Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function readFrom(file: string, position: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(4_096);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, position)).trim();
  } finally {
    closeSync(descriptor);
  }
}

/** What `postmaster.pid` says about the server of `cluster`, or undefined when there is none. */
export function readPostmaster(cluster: string): { pid: number; socketDirectory: string } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), socketDirectory: lines[4]?.trim() ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes the pid files of a server that is gone whose process id is still or again in use: by some other program (a
 * container was killed and started again; a copied data folder), or by the dead server itself, which nobody has reaped.
 * PostgreSQL sees only that the id is in use, and refuses. Connections that outlived their server it still finds without
 * these files, by their shared memory.
 */
export function removeMisleadingPidFiles(cluster: string, socketDirectory: string): void {
  const pid = readPostmaster(cluster)?.pid;
  if (!pid || !(isUnreaped(pid) || isOtherProgram(cluster, pid))) return;
  rmSync(path.join(socketDirectory, '.s.PGSQL.5432.lock'), { force: true });
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

/** Never says so on a guess: two servers on one folder would destroy it. */
function isOtherProgram(cluster: string, pid: number): boolean {
  const folder = isProcessAlive(pid) ? workingDirectoryOf(pid) : undefined;
  return folder !== undefined && folder !== cluster;
}

/** The folder that process `pid` works in, which for a PostgreSQL server is its cluster; undefined if it cannot be seen. */
export function workingDirectoryOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`);
    const fields = execFileSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { encoding: 'utf8' });
    return /^n(.+)$/m.exec(fields)?.[1];
  } catch {
    // It has ended, or belongs to another user: the caller treats both as "not known".
    return undefined;
  }
}

/** Asks the server for a fast shutdown and waits for it; throws when it is still there after `timeoutMs`. */
export async function shutDownServer(cluster: string, pid: number, timeoutMs: number): Promise<void> {
  // In another container the same number can be another program; then whoever can see the server stops it.
  if (workingDirectoryOf(pid) !== cluster) return;
  process.kill(pid, 'SIGINT');
  await waitForServerEnd(cluster, pid, timeoutMs);
}

async function waitForServerEnd(cluster: string, pid: number, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  // A clean shutdown removes the file last. Looking for the process alone would not do: one that nobody reaps stays.
  while (readPostmaster(cluster)?.pid === pid && isProcessAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) has not shut down in ${timeoutMs / 1000} s.`);
    await sleep(10);
  }
}
