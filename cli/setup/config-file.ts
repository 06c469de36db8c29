import { createHash } from 'node:crypto';
import type { AgentId } from '@/cli/agents/agent';
import type { ConfigFile, NodAccess } from '@/cli/agents/config';
import type { InstalledFile } from './installed-file';
import { type Additions, withEntries } from './json-file';
import { isComplete as isJsonComplete, mcpEntryIn } from './json-state';
import { withoutEntries } from './json-strip';
import { takeOut } from './splices';
import { isTableComplete, tableIn, withoutTable, withTable } from './toml-file';

/** A file of an agent's with what is to be in it. A text that is undefined is a file that is not there. */
export interface Wanted {
  agent: AgentId;
  file: ConfigFile;
  access: NodAccess;
  /** What setup noted of this file when it last wrote it. */
  installed: InstalledFile | undefined;
  /** Whether, without a note, an MCP entry that leads to Nod counts as setup's. */
  trustsSight: boolean;
}

const entriesOf = ({ file, access, ...own }: Wanted) => ({
  ...own,
  entries: file.format === 'json' ? file.entries(access) : [],
});
const tableOf = ({ file, ...own }: Wanted) => ({ ...own, table: file.format === 'toml' ? file.table : [] });

/** Whether all is there as wanted, so that nothing needs to be written. Throws UneditableFile. */
export function isComplete(text: string | undefined, wanted: Wanted): boolean {
  const { file, access } = wanted;
  if (text === undefined) return false;
  if (file.format === 'json') return isJsonComplete(text, entriesOf(wanted));
  return isTableComplete(text, tableOf(wanted), file.lines(access));
}

/** Whose the MCP entry of the file is. Throws UneditableFile. */
export function mcpOwner(text: string | undefined, wanted: Wanted): 'setup' | 'by hand' | 'another' | undefined {
  if (text === undefined) return undefined;
  return wanted.file.format === 'json' ? mcpEntryIn(text, entriesOf(wanted)) : tableIn(text, tableOf(wanted));
}

/** The file without what setup put in: to the byte as it was when nobody changed it since. Throws UneditableFile. */
export function withoutNod(text: string | undefined, wanted: Wanted): string | undefined {
  if (text === undefined) return undefined;
  const { installed, file } = wanted;
  if (installed && installed.wrote === hashOf(text))
    return installed.before.kind === 'nothing' ? undefined : takeOut(text, installed.splices);
  const stripped =
    file.format === 'json' ? withoutEntries(text, entriesOf(wanted)) : withoutTable(text, tableOf(wanted));
  const isEmpty = stripped !== text && /^\uFEFF?\s*(\{\s*\}\s*)?$/.test(stripped);
  if (isEmpty && installed?.before.kind === 'nothing') return undefined;
  if (isEmpty && installed?.before.kind === 'blank') return installed.before.text;
  return stripped;
}

/** The file with all that is wanted, made from one that has nothing of Nod's; and the note for taking it out. Throws UneditableFile. */
export function withNod(base: string | undefined, wanted: Wanted): { text: string; installed: InstalledFile } {
  const { text, additions } = added(base ?? '', wanted);
  return { text, installed: { before: beforeOf(base), wrote: hashOf(text), ...additions } };
}

function added(base: string, wanted: Wanted): { text: string; additions: Additions } {
  const { file, access } = wanted;
  if (file.format === 'json') return withEntries(base, file.entries(access));
  if (tableIn(base, tableOf(wanted))) return { text: base, additions: nothingAdded };
  return withTable(base, file.table, file.lines(access));
}

const nothingAdded: Additions = { splices: [], added: [], created: [], emptied: [] };

/** The note of a file in which setup found all that it wants, and wrote nothing. */
export const noteOfNothing = (text: string): InstalledFile => ({
  before: { kind: 'text' },
  wrote: hashOf(text),
  ...nothingAdded,
});

function beforeOf(base: string | undefined): InstalledFile['before'] {
  if (base === undefined) return { kind: 'nothing' };
  return base.trim() === '' ? { kind: 'blank', text: base } : { kind: 'text' };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
