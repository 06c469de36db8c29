import { forbiddenCharacter } from '@/lib/contract/text';

/** A path with its dots folded: `/`, `C:/`, `//server/share/`, `~/`, `../` or nothing when not even its beginning is known, and the rest. */
export interface PlacedPath {
  root: string;
  segments: string[];
}

/** Longer than any path that a system opens. */
const longestPath = 4096;

/**
 * Reads a path as agents write it: plain, with `\`, as `file://`, absolute or from a folder. Undefined when nobody can tell what it names.
 * What links lead to it does not know: the hook does.
 */
export function readPath(written: string, from?: PlacedPath): PlacedPath | undefined {
  if (written.trim() === '' || written.length > longestPath) return undefined;
  const plain = /^file:/i.test(written) ? pathOfAddress(written) : written;
  if (plain === undefined || plain === '' || forbiddenCharacter(plain) || /[\n\r\t]/.test(plain)) return undefined;
  // Another kind of address is no path, although a file could be called so.
  if (/^[a-z][\w+.-]+:\/\//i.test(plain)) return undefined;
  return place(plain.replaceAll('\\', '/'), from ?? { root: '', segments: [] });
}

function pathOfAddress(address: string): string | undefined {
  const rest = /^file:(?:\/\/([^/?#]*))?(\/[^?#]*)/i.exec(address);
  if (!rest) return undefined;
  const [, host = '', path = ''] = rest;
  try {
    const decoded = decodeURIComponent(path);
    if (host !== '' && host.toLowerCase() !== 'localhost') return `//${host}${decoded}`;
    return /^\/[a-z]:(\/|$)/i.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    // A broken escape names no file.
    return undefined;
  }
}

function place(path: string, from: PlacedPath): PlacedPath | undefined {
  const plain = path.replace(/^\/\/[?.]\/(?=[a-z]:)/i, '');
  const drive = /^([a-z]):(\/?)/i.exec(plain);
  if (drive) {
    // `C:file` is in whatever folder that drive is in.
    if (!drive[2]) return undefined;
    return fold(`${drive[1]?.toUpperCase()}:/`, [], plain.slice(3));
  }
  const share = /^\/\/([^/]+\/[^/]+)(?:\/|$)/.exec(plain);
  if (share) return fold(`//${share[1]}/`, [], plain.slice(share[0].length));
  // On Windows, a path from the root is on the drive that one is on.
  if (plain.startsWith('/')) return withoutAlias(fold(/^[A-Z]:\/$/.test(from.root) ? from.root : '/', [], plain));
  if (plain === '~' || plain.startsWith('~/')) return fold('~/', [], plain.slice(1));
  return withoutAlias(fold(from.root, from.segments, plain));
}

function fold(root: string, from: string[], path: string): PlacedPath {
  const segments = [...from];
  let above = root;
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length > 0) segments.pop();
    else if (above === '' || above.startsWith('..')) above += '../';
  }
  return { root: above, segments };
}

/** macOS keeps /tmp, /var and /etc in /private, and tells now this name, now that. */
function withoutAlias({ root, segments }: PlacedPath): PlacedPath {
  const isAlias = root === '/' && segments[0] === 'private' && /^(tmp|var|etc)$/.test(segments[1] ?? '');
  return { root, segments: isAlias ? segments.slice(1) : segments };
}

export const textOf = ({ root, segments }: PlacedPath): string => root + segments.join('/') || '.';

/** What is left of a path below a folder; undefined when it is not in that folder. `same` compares two names. */
export function below(
  folder: PlacedPath,
  path: PlacedPath,
  same: (one: string, other: string) => boolean,
): string[] | undefined {
  if (!same(folder.root, path.root)) return undefined;
  const isBelow = folder.segments.every((segment, index) => {
    const other = path.segments[index];
    return other !== undefined && same(segment, other);
  });
  return isBelow ? path.segments.slice(folder.segments.length) : undefined;
}
