import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve, sep } from 'node:path';
import { explain } from './explain.mjs';
import { root } from './run-command.mjs';

const dataFolderForRoot = '/var/lib/nod';

/** Reads the file .env of the checkout, when there is one. What the environment says already wins over it. */
export function loadEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The port to listen on; ends the process when PORT is no port. */
export function readPort() {
  const text = process.env.PORT || '3000';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    explain(`PORT must be a number from 1 to 65535, and it is "${text}".`);
  }
  return port;
}

/** Ends the process when nobody may listen on this port, or somebody does. */
export async function requireFreePort(port) {
  const problem = await new Promise((settle) => {
    const probe = createServer();
    probe.once('error', (error) => settle(error.code ?? error.message));
    probe.listen(port, () => probe.close(() => settle(undefined)));
  });
  if (problem === undefined) return;
  const instead = `Choose another one, for example: PORT=${port === 3001 ? 3002 : 3001} npm run up`;
  if (problem === 'EADDRINUSE') explain(`Port ${port} (the setting PORT) is already in use. ${instead}`);
  if (problem === 'EACCES') explain(`This user may not listen on port ${port} (the setting PORT). ${instead}`);
  explain(`Nod cannot listen on port ${port} (the setting PORT): ${problem}. ${instead}`);
}

/**
 * The folder for Nod's own PostgreSQL: NOD_DATA_DIR, else `data` in the checkout. PostgreSQL does not run as root, and
 * the user that it runs as instead cannot reach a checkout in a closed home folder: then it is /var/lib/nod.
 */
export function chooseDataDirectory() {
  if (process.env.NOD_DATA_DIR) return { path: resolve(process.env.NOD_DATA_DIR) };
  const path = join(root, 'data');
  const closed = process.getuid?.() === 0 && !process.env.DATABASE_URL ? folderClosedToServer(path) : undefined;
  if (!closed) return { path };
  return {
    path: dataFolderForRoot,
    reason: `${closed} is closed to other users, and PostgreSQL does not run as root`,
  };
}

/** The first folder on the way to `path` that the user may not enter whom PostgreSQL runs as when we are root. */
function folderClosedToServer(path) {
  const user = ownerOf(join(path, 'pg')) ?? nobody();
  if (!user) return undefined;
  const names = path.split(sep).slice(1, -1);
  const folders = names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
  return folders.find((folder) => {
    const { mode, uid, gid } = statSync(folder);
    const mayEnter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    return (mode & mayEnter) === 0;
  });
}

function ownerOf(folder) {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

function nobody() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
