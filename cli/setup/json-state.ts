import { isDeepStrictEqual } from 'node:util';
import type { JsonEntry } from '@/cli/agents/config';
import { ownHooks } from './json-file';
import { isOwn, type Own } from './json-strip';
import { elementsAt, isBlank, type Node, nodeAt, plainValue, readJson } from './json-text';
import { leadsToNod } from './own-hook';

/** Whether a text has every entry as it is wanted, and no hook of Nod's beside those. Throws UneditableFile. */
export function isComplete(text: string, own: Own): boolean {
  if (isBlank(text)) return false;
  const root = readJson(text);
  const wanted = own.entries.filter(({ kind }) => kind === 'hook');
  const present = ownHooks(root, own.agent);
  const hasHooks = wanted.every(({ path, value }) =>
    present.some((hook) => hook.path.join() === path.join() && isDeepStrictEqual(plainValue(hook.node), value)),
  );
  return hasHooks && present.length === wanted.length && own.entries.every((entry) => isThere(text, root, entry, own));
}

function isThere(text: string, root: Node, entry: JsonEntry, own: Own): boolean {
  if (entry.kind === 'hook') return true;
  const isListed = () => elementsAt(root, entry.path).some(({ value }) => value === entry.value);
  if (entry.kind === 'listed') return isListed();
  if (entry.kind === 'formerly listed') return !isListed() || !isOwn(text, entry, own);
  const node = nodeAt(root, entry.path);
  if (!node) return false;
  return entry.kind === 'required' || !isOwn(text, entry, own) || isDeepStrictEqual(plainValue(node), entry.value);
}

/** Whose the MCP entry in a text is: nobody's (undefined), setup's, written by hand but Nod's, or another server's. */
export function mcpEntryIn(text: string, own: Own): 'setup' | 'by hand' | 'another' | undefined {
  const entry = own.entries.find(({ kind }) => kind === 'mcp');
  const node = entry && !isBlank(text) ? nodeAt(readJson(text), entry.path) : undefined;
  if (!entry || !node) return undefined;
  if (isOwn(text, entry, own)) return 'setup';
  return leadsToNod(plainValue(node)) ? 'by hand' : 'another';
}
