import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ServerUser } from './server-user';

const majorVersion = '18';

/**
 * Makes the database cluster `<dataDirectory>/pg` unless it is there. Throws when the one that is there was made by
 * another major version of PostgreSQL, or is no cluster. Call it only while holding the start lock.
 */
export async function ensureCluster(options: {
  dataDirectory: string;
  bin: string;
  user: ServerUser | undefined;
  unsafeButFast: boolean;
}): Promise<string> {
  const cluster = path.join(options.dataDirectory, 'pg');
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    checkVersion(cluster);
    return cluster;
  }
  await createCluster(cluster, options);
  return cluster;
}

/** Throws unless `cluster` holds files of the PostgreSQL version that this Nod brings. */
export function checkVersion(cluster: string): void {
  const file = path.join(cluster, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new Error(`${cluster} is not a PostgreSQL folder (it has no PG_VERSION): move it away, or restore it whole.`);
  }
  const version = readFileSync(file, 'utf8').trim();
  if (version === majorVersion) return;
  throw new Error(
    `The data in ${cluster} was written by PostgreSQL ${version}, and this Nod brings PostgreSQL ${majorVersion}: ` +
      'export it with the Nod that wrote it, then import it here.',
  );
}

async function createCluster(
  cluster: string,
  { dataDirectory, bin, user, unsafeButFast }: Parameters<typeof ensureCluster>[0],
): Promise<void> {
  const halfMade = 'pg.half-';
  for (const name of readdirSync(dataDirectory)) {
    if (name.startsWith(halfMade)) rmSync(path.join(dataDirectory, name), { recursive: true, force: true });
  }
  // Made under another name first, so that an interrupted initdb never leaves something that looks like a cluster.
  const half = mkdtempSync(path.join(dataDirectory, halfMade));
  if (user) chownSync(half, user.uid, user.gid);
  const settings = ['--username=nod', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  // PostgreSQL's own collation, so that the order of text does not change with the C library of the machine.
  settings.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (unsafeButFast) settings.push('--no-sync');
  try {
    const env = serverEnvironment(dataDirectory);
    await promisify(execFile)(path.join(bin, 'initdb'), ['-D', half, ...settings], { ...user, cwd: '/', env });
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    const reason = (error as { stderr?: string }).stderr?.trim() || String(error);
    throw new Error(`PostgreSQL could not make its files in ${dataDirectory}: ${reason}`, { cause: error });
  }
  renameSync(half, cluster);
  await syncDirectory(dataDirectory);
}

/** What PostgreSQL's programs see of the environment: nothing of ours, such as PGPORT or secrets. */
export function serverEnvironment(home: string): NodeJS.ProcessEnv {
  return { HOME: home, LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;
}

/** The rename is on the disk only after its folder has been synced. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
