import type { AgentId } from '@/cli/agents/agent';
import type { JsonEntry, JsonPath } from '@/cli/agents/config';
import type { InstalledFile } from './installed-file';
import { noteOf, ownHooks } from './json-file';
import { placeInside } from './json-insert';
import { cutsOf } from './json-remove';
import { elementsAt, endOf, isBlank, type Node, nodeAt, plainValue, readJson } from './json-text';
import { looksLikeSetup } from './own-hook';
import { cutOut } from './splices';

export interface Own {
  agent: AgentId;
  entries: JsonEntry[];
  /** What setup noted; without it, what is known by sight goes. */
  installed: InstalledFile | undefined;
  /** Whether, without a note, an MCP entry that leads to Nod counts as setup's. */
  trustsSight: boolean;
}

/** Takes out of a JSON text what setup put in, wherever it is by now. Everything else stays as it is. Throws UneditableFile. */
export function withoutEntries(text: string, own: Own): string {
  if (isBlank(text)) return text;
  let result = withoutHooks(text, own);
  for (const entry of own.entries) {
    if (entry.kind !== 'hook' && entry.kind !== 'required') result = withoutEntry(result, entry, own);
  }
  for (const entry of own.entries) {
    // Hooks that somebody added to a file that setup made need what a file must have beside them.
    const isNeeded = own.installed?.before.kind !== 'text' && nodeAt(readJson(result), ['hooks']);
    if (entry.kind === 'required' && !isNeeded) result = withoutEntry(result, entry, own);
  }
  return result;
}

function withoutHooks(text: string, own: Own): string {
  let result = text;
  for (let [first] = ownHooks(readJson(result), own.agent); first; [first] = ownHooks(readJson(result), own.agent))
    result = prune(remove(result, first.node), first.path, own);
  return result;
}

function withoutEntry(text: string, entry: JsonEntry, own: Own): string {
  if (!isOwn(text, entry, own)) return text;
  const root = readJson(text);
  if (entry.kind === 'listed' || entry.kind === 'formerly listed') {
    const element = elementsAt(root, entry.path).find(({ value }) => value === entry.value);
    return element ? prune(remove(text, element), entry.path, own) : text;
  }
  const property = nodeAt(root, entry.path)?.parent;
  if (!property) return text;
  const parent = entry.path.slice(0, -1);
  return prune(remove(text, property), parent, own);
}

/**
 * Whether setup put an entry there that does not tell whose it is, as a hook does. An MCP entry must look like it too: the person may have
 * written another server there since.
 */
export function isOwn(text: string, entry: JsonEntry, { installed, trustsSight }: Own): boolean {
  const isKnown = installed ? installed.added.some((path) => isSame(path, noteOf(entry))) : trustsSight;
  if (!isKnown || entry.kind !== 'mcp') return isKnown;
  const node = nodeAt(readJson(text), entry.path);
  return !!node && looksLikeSetup(plainValue(node));
}

const isSame = (one: JsonPath, other: JsonPath): boolean => one.join('\n') === other.join('\n');

const remove = (text: string, item: Node): string => cutOut(text, cutsOf(text, item));

/** Removes containers that are empty now and that setup made; gives those that were there empty their white space back. */
function prune(text: string, path: JsonPath, own: Own): string {
  const node = nodeAt(readJson(text), path);
  if (!node || node.children?.length) return text;
  const { installed } = own;
  const at = placeInside(text, node);
  const hasComments = at > node.offset + 1;
  const isMade = installed ? installed.created.some((made) => isSame(made, path)) : true;
  if (isMade && !hasComments && node.parent && path.length > 0) {
    const parent = path.slice(0, -1);
    return prune(remove(text, node.parent), parent, own);
  }
  const blanks = installed?.emptied.find((empty) => isSame(empty.path, path))?.blanks ?? (hasComments ? undefined : '');
  return blanks === undefined ? text : text.slice(0, at) + blanks + text.slice(endOf(node) - 1);
}
