import { readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { configFolder } from '@/cli/config';
import { fail } from '@/cli/output';
import type { FileChange } from './write-files';
import { makeFolder, writeFiles } from './write-files';

/** Where the hooks find Nod's own program, whatever becomes of the place it was started from. */
export const installedBundle = (): string => join(configFolder(), 'bin', 'nod.cjs');

/** The file of the running command, one file with all that it needs. Ends the command when it runs from its sources. */
export function runningBundle(): string {
  const file = typeof __filename === 'string' ? __filename : '';
  if (basename(file) === 'nod.cjs') return file;
  return fail('setup installs the bundled nod, and this is not it. Run: npm run nod -- setup');
}

/** Puts the running bundle where the hooks find it; false when it is there already. */
export function installBundle(source: string): boolean {
  const target = installedBundle();
  const text = readFileSync(source);
  if (isAlready(target, text)) return false;
  makeFolder(dirname(target));
  const change: FileChange = { path: target, text, newMode: 0o755 };
  writeFiles([change]);
  return true;
}

function isAlready(target: string, text: Buffer): boolean {
  try {
    return readFileSync(target).equals(text);
  } catch {
    return false;
  }
}

/** Removes what {@link installBundle} put there. */
export function removeBundle(): void {
  rmSync(installedBundle(), { force: true });
  removeEmptyFolder(dirname(installedBundle()));
}

/** Removes a folder when there is nothing in it. */
export function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(code ?? '')) throw error;
  }
}

/**
 * The Node that hooks are run with: this one, by a path that outlives its next update where Homebrew keeps one (its own names the version).
 */
export function lastingNode(node = process.execPath): string {
  const [, prefix] = /^(.*)\/Cellar\/node(?:@\d+)?\//.exec(node) ?? [];
  if (prefix === undefined) return node;
  try {
    return realpathSync(`${prefix}/bin/node`) === realpathSync(node) ? `${prefix}/bin/node` : node;
  } catch {
    return node;
  }
}
