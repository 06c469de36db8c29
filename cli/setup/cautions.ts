import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from './carry-out';
import { readText, realPlace } from './read-file';

/** What to mind about the files that were changed: they hold a key now. */
export function cautionsOn({ state, files }: Outcome): string[] {
  if (state !== 'changed') return [];
  return files
    .filter((path) => readText(path)?.includes('Bearer pk_'))
    .flatMap((path) => [...openTo(path), ...inGit(path)]);
}

function openTo(path: string): string[] {
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return [];
  return [`${path} holds the key and others on this machine may read it: chmod 600 ${path}`];
}

/** Settings are often links into a folder that is shared. */
function inGit(path: string): string[] {
  let folder = dirname(realPlace(path));
  while (!existsSync(join(folder, '.git'))) {
    if (dirname(folder) === folder) return [];
    folder = dirname(folder);
  }
  return [`${path} holds the key and is in the Git repository ${folder}: do not commit it.`];
}
