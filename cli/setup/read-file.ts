import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UneditableFile } from './uneditable-file';

/** The text of a file, every byte of it; undefined when it is not there. Throws {@link UneditableFile}. */
export function readText(path: string): string | undefined {
  let bytes: Buffer;
  try {
    if (!statSync(path).isFile()) throw new UneditableFile('it is no file');
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UneditableFile) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UneditableFile(`it cannot be read: ${message}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UneditableFile('it is no UTF-8 text');
  }
}

/** Where a file really is: people keep their settings in one folder and link to them. Also when the link leads to nothing yet. */
export function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const target = linkTarget(path);
    return target === undefined ? path : realPlace(resolve(dirname(path), target));
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    // Nothing is there, so it is no link.
    return undefined;
  }
}
