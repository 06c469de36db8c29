import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPlace } from './read-file';

/** A file as it is to be; a text that is undefined removes it. */
export interface FileChange {
  path: string;
  text: string | Buffer | undefined;
  /** The mode of a file that is new; one that is there keeps its own. */
  newMode?: number;
}

/** Some files were written, and then one could not be; the message says why. */
export class PartlyWritten extends Error {
  constructor(
    readonly written: string[],
    cause: Error,
  ) {
    super(cause.message, { cause });
    this.name = 'PartlyWritten';
  }
}

/**
 * Writes several files: all are prepared beside their places first, so that a folder that cannot be written to changes none; then each
 * appears whole, in the order given. `beforeFirst` runs in between. Throws {@link PartlyWritten} when a later one does not get its place.
 */
export function writeFiles(changes: FileChange[], beforeFirst: () => void = () => undefined): void {
  const prepared: { change: FileChange; place: string; temporary: string | undefined }[] = [];
  try {
    for (const change of changes) {
      const place = realPlace(change.path);
      const temporary = change.text === undefined ? undefined : temporaryBeside(place);
      prepared.push({ change, place, temporary });
      if (temporary && change.text !== undefined) prepare(temporary, place, change.text, change.newMode ?? 0o600);
    }
    beforeFirst();
    const written: string[] = [];
    for (const { change, place, temporary } of prepared) {
      try {
        if (temporary) renameSync(temporary, place);
        else rmSync(place, { force: true });
      } catch (error) {
        throw written.length > 0 ? new PartlyWritten(written, error as Error) : error;
      }
      written.push(change.path);
    }
  } finally {
    for (const { temporary } of prepared) if (temporary) rmSync(temporary, { force: true });
  }
}

const temporaryBeside = (place: string): string => join(dirname(place), `.${basename(place)}.nod-${process.pid}.tmp`);

function prepare(temporary: string, place: string, text: string | Buffer, newMode: number): void {
  const there = existsSync(place) ? statSync(place) : undefined;
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', there ? there.mode & 0o7777 : newMode);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  // The mode given above is cut by the umask.
  chmodSync(temporary, there ? there.mode & 0o7777 : newMode);
  if (there) giveTo(temporary, there);
}

/** Only the superuser can give a file away; a file of the same person's in another group of theirs is fine. */
function giveTo(path: string, { uid, gid }: { uid: number; gid: number }): void {
  const made = statSync(path);
  if (made.uid === uid && made.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    if (made.uid !== uid) throw error;
  }
}

/** Makes a folder and those above it; gives the ones that were missing, the outermost first. */
export function makeFolder(folder: string): string[] {
  const missing: string[] = [];
  for (let place = folder; !existsSync(place); place = dirname(place)) {
    missing.unshift(place);
    if (dirname(place) === place) break;
  }
  mkdirSync(folder, { recursive: true });
  return missing;
}
