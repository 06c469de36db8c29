import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { environmentVariable } from './environment';

/** What `nod login` keeps: a key, and the server that it is for. */
export interface Credentials {
  /** The address without a slash at its end. */
  server: string;
  apiKey: string;
  machineId: string;
  savedAt: string;
}

/** Where a command goes, and as whom; without a key nobody is signed in there. */
export interface Connection {
  server: string | undefined;
  apiKey: string | undefined;
  machineId: string;
}

/** The folder of the person's own settings, never one of a project. */
export function configFolder(): string {
  const chosen = environmentVariable('NOD_CONFIG_DIR');
  if (chosen) return chosen;
  if (process.platform === 'win32')
    return join(environmentVariable('APPDATA') ?? join(homedir(), 'AppData', 'Roaming'), 'nod');
  return join(environmentVariable('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'nod');
}

export const credentialsFile = (): string => join(configFolder(), 'credentials.json');

/** Names this machine without telling its name: 8 hex digits (spec 6.5). */
export const machineId = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** What is stored; undefined when nobody signed in. Throws an Error that names the file when it cannot be read. */
export function readCredentials(): Credentials | undefined {
  const file = credentialsFile();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
  const stored = parsed(text);
  if (typeof stored?.server !== 'string' || typeof stored.apiKey !== 'string')
    throw new Error(`${file} is damaged. Sign in again with: nod login`);
  return {
    server: stored.server,
    apiKey: stored.apiKey,
    machineId: stored.machineId ?? machineId(),
    savedAt: stored.savedAt ?? '',
  };
}

function parsed(text: string): Partial<Credentials> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the key for this user alone: complete or not at all, and never readable by others, not even while it is written. */
export function saveCredentials(credentials: Credentials): void {
  const folder = configFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // It may have been there before, open to others.
  chmodSync(folder, 0o700);
  const unfinished = join(folder, `credentials.${process.pid}.tmp`);
  try {
    writeFileSync(unfinished, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, credentialsFile());
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Forgets the key on this machine; false when there was none. */
export function removeCredentials(): boolean {
  try {
    rmSync(credentialsFile());
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/**
 * Where to go and as whom: `--server`, else NOD_URL, else where the person signed in, else the server that handed out this CLI. A stored
 * key is for its own server only: another one gets NOD_API_KEY or none, so that no address can collect keys.
 */
export function connection(given: { server?: string | undefined } = {}): Connection {
  const chosen = given.server ?? environmentVariable('NOD_URL');
  const ownKey = environmentVariable('NOD_API_KEY');
  // What is not needed must not be able to fail.
  const stored = chosen && ownKey ? undefined : readCredentials();
  const server = withoutSlash(chosen ?? stored?.server ?? handedOutBy());
  return {
    server,
    apiKey: ownKey ?? (stored && withoutSlash(stored.server) === server ? stored.apiKey : undefined),
    machineId: stored?.machineId ?? machineId(),
  };
}

/** Which server to sign in to: `--server`, else NOD_URL, else the one that handed out this CLI, else the one of before. */
export function serverToSignInTo(given: string | undefined): string | undefined {
  return withoutSlash(given ?? environmentVariable('NOD_URL') ?? handedOutBy() ?? storedServer());
}

function storedServer(): string | undefined {
  try {
    return readCredentials()?.server;
  } catch {
    // Signing in replaces a damaged file.
    return undefined;
  }
}

const withoutSlash = (address: string | undefined): string | undefined => address?.replace(/\/+$/, '');

/** The server that handed out this CLI, as scripts/nod.mjs says, or the package beside the bundle (lib/http/cli-package.ts). */
export function handedOutBy(): string | undefined {
  const told = environmentVariable('NOD_HANDED_OUT_BY');
  if (told || typeof __dirname !== 'string') return told;
  try {
    const manifest = JSON.parse(readFileSync(join(__dirname, 'package.json'), 'utf8')) as { nod?: { server?: string } };
    return manifest.nod?.server;
  } catch {
    // A bundle that was copied has no package beside it.
    return undefined;
  }
}
