import { isDeepStrictEqual } from 'node:util';
import type { AgentId } from '@/cli/agents/agent';
import type { JsonEntry, JsonPath } from '@/cli/agents/config';
import type { InstalledFile } from './installed-file';
import { addElement, type Insertion, setMember } from './json-insert';
import { elementsAt, isBlank, type Node, nodeAt, plainValue, readJson } from './json-text';
import { isOwnHook } from './own-hook';
import { notesOf, putIn } from './splices';
import { UneditableFile } from './uneditable-file';

export type Additions = Pick<InstalledFile, 'splices' | 'added' | 'created' | 'emptied'>;

/** How the note of setup tells that it added this. */
export const noteOf = ({ kind, path, value }: JsonEntry): JsonPath => (kind === 'listed' ? [...path, value] : path);

/** Puts the entries into a text that has none of Nod's. Throws UneditableFile. */
export function withEntries(text: string, entries: JsonEntry[]): { text: string; additions: Additions } {
  const additions: Additions = { splices: [], added: [], created: [], emptied: [] };
  let result = text;
  for (const entry of entries) {
    const insertion = insertionOf(result, entry);
    if (!insertion) continue;
    result = putIn(result, insertion.splices);
    additions.splices.push(...notesOf(insertion.splices));
    additions.created.push(...insertion.created);
    if (insertion.wasEmpty) additions.emptied.push(insertion.wasEmpty);
    if (entry.kind !== 'hook') additions.added.push(noteOf(entry));
  }
  checkAdded(text, result, entries);
  return { text: result, additions };
}

function insertionOf(text: string, entry: JsonEntry): Insertion | undefined {
  if (entry.kind === 'formerly listed') return undefined;
  const there = isBlank(text) ? undefined : nodeAt(readJson(text), entry.path);
  if (entry.kind === 'hook') return addElement(text, entry.path, entry.value);
  if (entry.kind !== 'listed') return there ? undefined : setMember(text, entry.path, entry.value);
  const isListed = there && elementsAt(readJson(text), entry.path).some(({ value }) => value === entry.value);
  return isListed ? undefined : addElement(text, entry.path, entry.value);
}

/** Reads the result again before anybody else does: all that was there is there, and nothing else but the entries. */
function checkAdded(before: string, after: string, entries: JsonEntry[]): void {
  const expected: unknown = isBlank(before) ? {} : plainValue(readJson(before));
  for (const entry of entries) addTo(expected, entry);
  if (!isDeepStrictEqual(plainValue(readJson(after)), expected))
    throw new UneditableFile('setup would have changed more than its own entries');
}

function addTo(root: unknown, { kind, path, value }: JsonEntry): void {
  if (kind === 'formerly listed') return;
  const isElement = kind === 'hook' || kind === 'listed';
  let place = root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    place[key] ??= {};
    place = place[key] as Record<string, unknown>;
  }
  const key = path.at(-1) ?? '';
  if (!isElement) place[key] ??= value;
  else {
    place[key] ??= [];
    const list = place[key] as unknown[];
    if (kind === 'hook' || !list.includes(value)) list.push(value);
  }
}

/** Nod's own hooks in a file, each with its event. A group of hooks is Nod's when all of its hooks are. */
export function ownHooks(root: Node, agent: AgentId): { path: JsonPath; node: Node }[] {
  const hooks = nodeAt(root, ['hooks']);
  if (hooks?.type !== 'object') return [];
  return (hooks.children ?? []).flatMap((property) => {
    const [event, list] = property.children ?? [];
    if (list?.type !== 'array') return [];
    const path: JsonPath = ['hooks', String(event?.value)];
    return (list.children ?? []).flatMap((element) => ownIn(element, agent)).map((node) => ({ path, node }));
  });
}

function ownIn(element: Node, agent: AgentId): Node[] {
  if (isOwnHook(plainValue(element), agent)) return [element];
  if (element.type !== 'object') return [];
  const group = nodeAt(element, ['hooks']);
  if (group?.type !== 'array' || !group.children?.length) return [];
  const own = group.children.filter((hook) => isOwnHook(plainValue(hook), agent));
  return own.length === group.children.length ? [element] : own;
}
