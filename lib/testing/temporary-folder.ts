import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isProcessAlive } from '../db/embedded/start-lock';

/** Short, because the folder holds sockets, whose whole path may have a hundred bytes. */
const prefix = 'nod-';
const ownerFile = 'test-run.pid';
const inMemory = '/dev/shm';
const plentyBytes = 4 * 1024 ** 3;

/**
 * A global setup of vitest and of Playwright: makes one folder for all that a test run writes, and the TMPDIR of this process and of
 * all that it starts, and removes it at the end. So a test that fails, or forgets a file, leaves nothing behind. What a killed run left
 * goes with the next one.
 */
export default function useTemporaryFolder(): void {
  // Each project of a run sets up.
  if (isOwn(os.tmpdir())) return;
  const parent = isPlentyInMemory() ? inMemory : os.tmpdir();
  removeLeftBehind(parent);
  const folder = mkdtempSync(path.join(parent, prefix));
  writeFileSync(path.join(folder, ownerFile), String(process.pid));
  // As root, PostgreSQL runs as another user, who must get through.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  // Not when a project is torn down: the servers of others still run in it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** Making and dropping a database is mostly writing files: in memory it takes a tenth of the time. */
function isPlentyInMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(inMemory)) return false;
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, where]) => where === inMemory);
  // Tests start programs from their folders.
  if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, os.freemem()) > plentyBytes;
}

function removeLeftBehind(parent: string): void {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(prefix))) {
    const folder = path.join(parent, name);
    const owner = ownerOf(folder);
    if (owner && !isProcessAlive(owner)) rmSync(folder, { recursive: true, force: true });
  }
}

const isOwn = (folder: string): boolean => ownerOf(folder) === process.pid;

/** The process id of the run whose folder this is; undefined for any other folder. */
function ownerOf(folder: string): number | undefined {
  const file = path.join(folder, ownerFile);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}
