import { join } from 'node:path';
import type { AgentId } from '@/cli/agents/agent';
import { configFolder } from '@/cli/config';
import type { InstalledFile } from './installed-file';
import { readText } from './read-file';
import { makeFolder, writeFiles } from './write-files';

/** What setup noted: the files that it changed, by their paths, and the folders that it made. */
export interface Installed {
  files: Record<string, InstalledFile & { agent: AgentId }>;
  folders: string[];
}

export const installedPath = (): string => join(configFolder(), 'installed.json');

/** Reads what setup noted. A note that is lost or damaged only costs exactness: what setup wrote is known by sight too. */
export function readInstalled(): Installed {
  const nothing: Installed = { files: {}, folders: [] };
  try {
    return { ...nothing, ...(JSON.parse(readText(installedPath()) ?? '{}') as Partial<Installed>) };
  } catch {
    return nothing;
  }
}

/** Stores the note, or removes it when nothing is installed any more. */
export function saveInstalled(installed: Installed): void {
  const isEmpty = Object.keys(installed.files).length === 0;
  if (!isEmpty) makeFolder(configFolder());
  const text = isEmpty ? undefined : `${JSON.stringify({ version: 1, ...installed }, undefined, 2)}\n`;
  writeFiles([{ path: installedPath(), text }]);
}
