import type { PolicyEffect } from '@/lib/contract/policy';
import type { ToolInput } from '@/lib/policies/decision';
import type { Pattern } from '@/lib/policies/pattern';
import { matchesText } from '@/lib/policies/rule-match';
import { matchesGlob, readGlob } from '@/lib/scopes/glob';
import { readPath } from '@/lib/scopes/read-path';

type WrittenPath = NonNullable<ToolInput['paths']>[number];

/** As many steps as all globs of one comparison may take; a path that needs more is none that a rule allows. */
const mostSteps = 2_000_000;
const deepest = 100;

/**
 * Whether a file pattern names this path. What denies or asks holds for either spelling of the path (as written, and where its links lead), in
 * small and large letters, wherever in the path the pattern's beginning lies. What allows must fit both, from the folder of the project.
 */
export function matchesPath(pattern: Pattern, path: WrittenPath, effect: PolicyEffect, folders: string[]): boolean {
  const given = [path.written, path.resolved].filter((text) => text !== undefined);
  const roots = folders.map((folder) => folded(folder) ?? '').filter((folder) => folder.startsWith('/'));
  if (effect !== 'allow') return given.some((text) => fitsAnywhere(pattern, folded(text) ?? text));
  return given
    .map(folded)
    .every((text) => text !== undefined && !text.startsWith('..') && fitsFrom(pattern, text, roots));
}

/** With its dots taken out; undefined when nobody can tell what it names. */
function folded(path: string): string | undefined {
  const read = readPath(path);
  return read && `${read.root}${read.segments.join('/')}`;
}

function fitsFrom(pattern: Pattern, path: string, roots: string[]): boolean {
  const text = pattern.text.replace(/^\.\//, '');
  if (text.startsWith('/')) return fits(pattern, text, path);
  const root = roots.find((folder) => path.startsWith(`${folder}/`));
  const relative = root === undefined ? path : path.slice(root.length + 1);
  if (relative.startsWith('/')) return false;
  // As in .gitignore, a name alone is meant in every folder.
  const name = text.includes('/') ? relative : (relative.split('/').at(-1) ?? '');
  return fits(pattern, text, relative) || fits(pattern, text, name);
}

function fitsAnywhere(pattern: Pattern, path: string): boolean {
  const text = pattern.text.replace(/^(?:\.\/|~\/)/, '').toLowerCase();
  const small = path.toLowerCase();
  if (text.startsWith('/')) return fits(pattern, text, small);
  const names = small
    .split('/')
    .filter((name) => name !== '')
    .slice(-deepest);
  return names.some((_, index) => fits(pattern, text, names.slice(index).join('/')));
}

function fits(pattern: Pattern, text: string, path: string): boolean {
  const whole = text.endsWith('/') ? `${text}**` : text;
  if (pattern.kind === 'exact' && whole === text) return text === path;
  return matchesGlob(readGlob(whole), path, { steps: mostSteps }) ?? false;
}

/** Whether a pattern names the text that another tool is given: an address, its host as `domain:host`, a query. */
export function matchesInputText(pattern: Pattern, text: string): boolean {
  const host = /^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(text.trim())?.[1]?.toLowerCase();
  const spellings = [text.trim(), ...(host ? [`domain:${host}`] : [])];
  return spellings.some((one) => (pattern.kind === 'exact' ? one === pattern.text : matchesText(pattern.text, one)));
}
