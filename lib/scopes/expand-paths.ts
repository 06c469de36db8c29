import { refusal } from '@/lib/errors';
import { redact } from '@/lib/redact';

export type PathField = 'allowedPaths' | 'offLimitsPaths';

/** More `*` than any honest pattern has: each one multiplies what a match may have to look at. */
const mostWildcards = 20;

/**
 * The patterns of a proposal as they are stored: slashes instead of backslashes, a folder with all that is below it, and a leading
 * double star with the root too (spec 4.4). Throws AppError `invalid_request` that names the first entry that can never mean what it says.
 */
export function expandPaths(sent: readonly string[], field: PathField): string[] {
  return [...new Set(sent.flatMap((pattern, index) => expandPath(plainPattern(pattern, `${field}[${index}]`), field)))];
}

/** What one plain pattern stands for; the first is the pattern itself. */
export function expandPath(pattern: string, field: PathField): string[] {
  const atRoot = /^(?:\*\*\/)+(.+)$/.exec(pattern)?.[1];
  const places = atRoot === undefined ? [pattern] : [pattern, atRoot];
  return [...places, ...(mayBeFolder(pattern, field) ? places.map((place) => `${place}/**`) : [])];
}

/** A pattern as it is read, whatever slashes and dots it was written with. */
export function plainPattern(sent: string, field: string): string {
  const plain = sent
    .trim()
    .replaceAll('\\', '/')
    .replaceAll(/(?<!^)\/{2,}/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/(?<=[^/])\/$/, '');
  const refuse = (message: string) => refusal(field, message);
  if (plain === '' || plain === '.' || /^([a-z]:)?\/?$/i.test(plain))
    throw refuse('must name a file or folder; ** means all of them');
  if (plain.startsWith('!')) throw refuse('must not begin with !: put what is excluded into offLimitsPaths');
  if (/^~(\/|$)/.test(plain)) throw refuse('must not begin with ~: write the folder out');
  if (/^[a-z][\w+.-]+:\/\//i.test(sent.trim())) throw refuse('must be a path, not an address');
  if (/(^|[/{,])\.\.?([/},]|$)/.test(plain))
    throw refuse('must not contain . or .. as a folder: write it from the working folder');
  if ([...plain].filter((character) => character === '*').length > mostWildcards)
    throw refuse(`must have at most ${mostWildcards} stars`);
  // The ledger keeps it for good.
  if (redact(plain) !== plain) throw refuse('looks as if it held a secret');
  return plain;
}

/** No wildcard, and no dot in its last name: `docs`, `src/orders`. `.github` may be a folder too; off limits cover what is below anyway. */
function mayBeFolder(pattern: string, field: PathField): boolean {
  const last = pattern.split('/').at(-1) ?? '';
  return !/[*?[{]/.test(last) && !last.slice(field === 'allowedPaths' ? 1 : 0).includes('.');
}

/** A word that is a folder of that name, or no path at all. */
export const isBareWord = (sent: string): boolean => !/[/\\.*?[{]/.test(sent.trim());
