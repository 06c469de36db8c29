import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ServerUser } from './server-user';

const socketName = '/.s.PGSQL.5432';
/** The kernel keeps a socket's path in 108 bytes on Linux and 104 on macOS; PostgreSQL adds ".lock" to a file beside it. */
const longestSocketPathBytes = 100;

/**
 * The folder for the unix socket: the data folder itself, or, where the path of the socket would be longer than the
 * kernel takes, a private one with a short name in the folder for temporary files.
 */
export function chooseSocketDirectory(dataDirectory: string): string {
  if (fits(dataDirectory)) return dataDirectory;
  const name = `nod-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`;
  const temporary = path.join(os.tmpdir(), name);
  return fits(temporary) ? temporary : path.join('/tmp', name);
}

function fits(directory: string): boolean {
  return Buffer.byteLength(directory + socketName) <= longestSocketPathBytes;
}

/** Makes the chosen folder if it is not the data folder. Throws when somebody else has made it: they could listen in it. */
export function makeSocketDirectory(
  socketDirectory: string,
  dataDirectory: string,
  user: ServerUser | undefined,
): void {
  if (socketDirectory === dataDirectory) return;
  const owner = user?.uid ?? process.getuid?.();
  try {
    mkdirSync(socketDirectory, { mode: 0o700 });
    if (user) chownSync(socketDirectory, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(socketDirectory);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new Error(
      `The path of ${dataDirectory} is too long for a unix socket, and ${socketDirectory}, which would hold the socket ` +
        'instead, belongs to somebody else or is open to others: remove it, or choose a shorter data folder.',
    );
  }
}

/** Removes the folder that `makeSocketDirectory` made, once the server is gone. */
export function removeSocketDirectory(socketDirectory: string, dataDirectory: string): void {
  if (socketDirectory === dataDirectory) return;
  try {
    rmdirSync(socketDirectory);
  } catch (error) {
    // Left in place when something is in it or it is gone already: the next start uses it again or makes it.
    if (!['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
