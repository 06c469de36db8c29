import { readdirSync, readFileSync } from 'node:fs';
import { postgresPid } from '@/e2e/server/home';

/** Linux counts processor time in hundredths of a second, whatever its timer does. */
const ticksPerSecond = 100;

/** Resident memory of a process, in bytes. */
export const residentBytes = (pid: number): number => kilobytes(`/proc/${pid}/status`, 'VmRSS') * 1024;

/** Memory of the PostgreSQL on this data folder, in bytes: all of its processes, what they share counted once. */
export const postgresBytes = (dataDirectory: string): number =>
  postgresPids(dataDirectory)
    .map((pid) => kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);

/** Processor time used by a server and its PostgreSQL so far, in seconds. */
export function cpuSeconds(serverPid: number, dataDirectory: string): number {
  const [main, ...others] = postgresPids(dataDirectory);
  const own = [serverPid, ...others].map((pid) => ticks(pid, 11, 12));
  // What connections used that have ended is counted at the process that started them.
  const withEnded = ticks(main, 11, 14);
  return [withEnded, ...own].reduce((sum, count) => sum + count, 0) / ticksPerSecond;
}

/** The sum of these fields of /proc/PID/stat; nothing for a process that has just ended. */
const ticks = (pid: number, from: number, to: number): number =>
  statFields(pid)
    .slice(from, to + 1)
    .reduce((sum, field) => sum + Number(field), 0);

function postgresPids(dataDirectory: string): [number, ...number[]] {
  const main = postgresPid(dataDirectory);
  if (main === undefined) throw new Error('No PostgreSQL runs on the data folder.');
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [main, ...all.map(Number).filter((pid) => Number(statFields(pid)[1]) === main)];
}

/** What follows the name in /proc/PID/stat: the state first, then the parent; empty for a process that has ended. */
function statFields(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

function kilobytes(file: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(file, 'utf8'));
  if (!found) throw new Error(`${file} has no ${field}.`);
  return Number(found[1]);
}
