import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { configFolder } from '@/cli/config';
import { removeEmptyFolder } from './bundle';
import { type Installed, readInstalled, saveInstalled } from './installed';
import { type AgentPlan, type FilePlan, isChange } from './plan';
import { readText, realPlace } from './read-file';
import { makeFolder, PartlyWritten, writeFiles } from './write-files';

/**
 * Writes what was planned for one agent and notes it: all of it, or nothing unless the disk fails between two files. Expects the lock of
 * setup-lock.ts. Throws an Error in words when a file cannot be written, or is no longer what the plan was made for.
 */
export function applyPlan({ agent, files }: AgentPlan): void {
  const changes = files.filter(isChange);
  for (const { path, before } of changes)
    if (readText(path) !== before) throw new Error(`${path} was changed by something else just now. Run it again.`);
  const folders: string[] = [];
  try {
    for (const { path, after } of changes)
      if (after !== undefined) folders.push(...makeFolder(dirname(realPlace(path))));
    for (const file of changes) keepCopy(file);
    const noted = () => note(files, folders);
    // A note of a file that was not written yet does no harm: what is not in the file is not taken out.
    if (changes.length > 0)
      writeFiles(
        changes.map(({ path, after }) => ({ path, text: after })),
        noted,
      );
    else noted();
  } catch (error) {
    for (const folder of folders.reverse()) removeEmptyFolder(folder);
    throw new Error(`${agent.name} ${extentOf(error)}: ${(error as Error).message}`);
  }
}

const extentOf = (error: unknown): string =>
  error instanceof PartlyWritten
    ? `was changed only in part, run it again (${error.written.join(', ')} is written, the rest is not)`
    : 'was left as it is';

function note(files: FilePlan[], madeFolders: string[]): void {
  const installed = readInstalled();
  const before = JSON.stringify(installed);
  for (const { agent, path, installed: file } of files) {
    if (file) installed.files[path] = { agent: agent.id, ...file };
    else delete installed.files[path];
  }
  installed.folders = [...new Set([...installed.folders, ...madeFolders])];
  if (JSON.stringify(installed) !== before) saveInstalled(installed);
}

/** A copy of the file as it was, in Nod's own folder: it may hold keys of other servers. */
function keepCopy({ agent, path, before }: FilePlan): void {
  if (before === undefined) return;
  const folder = join(configFolder(), 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(':', '-');
  writeFileSync(join(folder, `${agent.id}-${time}-${basename(path)}`), before, { mode: 0o600 });
}

/** Removes the folders that setup had made, where nothing is in them any more. */
export function removeMadeFolders({ folders }: Installed): void {
  const deepestFirst = [...folders].sort((a, b) => b.length - a.length);
  for (const folder of deepestFirst) removeEmptyFolder(folder);
}
