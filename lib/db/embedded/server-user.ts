import { accessSync, chownSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The user that PostgreSQL runs as, when that is not the user of this process. */
export type ServerUser = { uid: number; gid: number };

/**
 * Makes the data folder and names the user that PostgreSQL has to run as: `undefined` for the user of this process,
 * an unprivileged one when that is root, because PostgreSQL refuses to run as root.
 *
 * Throws when that user cannot get into the data folder.
 */
export function prepareDataDirectory(dataDirectory: string): ServerUser | undefined {
  mkdirSync(path.dirname(dataDirectory), { recursive: true });
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) {
    requireAccess(dataDirectory);
    return undefined;
  }
  const owner = existingOwner(path.join(dataDirectory, 'pg'));
  const user = owner ?? nobody();
  const closed = closedAncestor(owner ? dataDirectory : path.dirname(dataDirectory), user);
  if (closed) {
    throw new Error(
      `PostgreSQL does not run as root, and the user with id ${user.uid} that it runs as instead cannot reach ` +
        `${dataDirectory}, because ${closed} is closed to it. Put the data folder elsewhere (for example ` +
        `/var/lib/nod), run "chmod o+x ${closed}", start Nod as an ordinary user, or set DATABASE_URL.`,
    );
  }
  if (!owner && statSync(dataDirectory).uid !== user.uid) chownSync(dataDirectory, user.uid, user.gid);
  return user;
}

function requireAccess(dataDirectory: string): void {
  try {
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${dataDirectory} belongs to another user: start Nod as that user (or as root, if root made it).`,
      { cause: error },
    );
  }
}

/** The first folder from the root down to `directory` that `user` may not pass through. */
export function closedAncestor(directory: string, user: ServerUser): string | undefined {
  const parts = path.resolve(directory).split(path.sep).slice(1);
  const ancestors = ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
  return ancestors.find((ancestor) => {
    const { mode, uid, gid } = statSync(ancestor);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    return (mode & bit) === 0;
  });
}

/** A folder that an ordinary user made earlier keeps that user, so that both root and that user can start it. */
function existingOwner(cluster: string): ServerUser | undefined {
  if (!existsSync(cluster)) return undefined;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? undefined : { uid, gid };
}

function nobody(): ServerUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) {
    // initdb looks its own user up, so a bare number would not do.
    throw new Error(
      'PostgreSQL does not run as root and /etc/passwd has no user "nobody": start Nod as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}
