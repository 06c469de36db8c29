import { lstatSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const mostLinks = 40;
/** Longer than any path that a system opens, once what means nothing in it is left out. */
const longestPath = 4096;

/**
 * Where a path leads once every symbolic link on its way is followed, also when what it names is not there yet; null when that cannot be
 * told. `..` is taken where it stands, after the links before it, as the system does.
 */
export function resolvePath(cwd: string, written: string): string | null {
  try {
    const path = plainPath(written);
    const whole = isAbsolute(path) ? path : `${cwd}${sep}${path}`;
    return isAbsolute(whole) ? follow(whole) : null;
  } catch {
    // No path that this system can have.
    return null;
  }
}

function plainPath(written: string): string {
  if (/^file:/i.test(written)) return fileURLToPath(written);
  if (/^~(?=[/\\]|$)/.test(written)) return homedir() + written.slice(1);
  return written;
}

function follow(path: string): string | null {
  const { root } = parse(path);
  const left = partsOf(path.slice(root.length));
  if (root.length + left.join(sep).length > longestPath) return null;
  let at = root;
  let links = 0;
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    if (part === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, part);
    const target = linkTarget(next);
    if (target === undefined) {
      at = next;
      continue;
    }
    if (++links > mostLinks) return null;
    if (isAbsolute(target)) at = parse(target).root;
    left.unshift(...partsOf(isAbsolute(target) ? target.slice(at.length) : target));
  }
  return at;
}

const partsOf = (path: string): string[] =>
  path.split(sep === '\\' ? /[\\/]+/ : /\/+/).filter((part) => part !== '' && part !== '.');

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    // Not there yet, or behind a file: the rest of the path is what it says.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
