import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseUrlOf, type Query, queryAt } from './database';
import { type Home, homeAt, makeHome, removeHome, removeHomeNow } from './home';
import { freePort, type NodProcess, spawnServer } from './process';

/** One server process on a database of its own or a shared one. */
export interface NodServer {
  /** Its address, without a slash at its end. */
  url: string;
  /** The full key that the first start wrote. */
  apiKey: string;
  ownerEmail: string;
  ownerPassword: string;
  dataDirectory: string;
  /** How another server joins its database by DATABASE_URL. */
  databaseUrl: string;
  pid: number;
  /** Ends it as a power cut would, and leaves its PostgreSQL running. */
  kill9(): Promise<void>;
  /** Ends it as an operator does; gives how long that took, in milliseconds. */
  stop(): Promise<number>;
  logs(): string;
  query: Query;
}

export interface StartOptions {
  /** Start on the data folder of an earlier server; a new one otherwise. */
  dataDirectory?: string;
  /** Use the database of another server, which keeps its own data folder. */
  databaseUrl?: string;
  /** Settings beside those that every test server gets. */
  env?: Record<string, string>;
}

const ownerEmail = 'owner@example.test';
const ownerPassword = 'correct-horse-battery';
const stopTimeoutMs = 10_000;

const processes = new Set<NodProcess>();
const homes = new Map<string, Home>();

/** Starts a server and waits until it is ready. End everything that was started with `stopEverything`, in afterAll. */
export async function startServer({ dataDirectory, databaseUrl, env }: StartOptions = {}): Promise<NodServer> {
  const home = dataDirectory ? homeAt(dataDirectory) : databaseUrl ? homeOf(databaseUrl) : await makeHome();
  homes.set(home.directory, home);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await spawnServer(port, {
    NEXT_MANUAL_SIG_HANDLE: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    NOD_URL: url,
    NOD_DATA_DIR: home.dataDirectory,
    NOD_OWNER_EMAIL: ownerEmail,
    NOD_OWNER_PASSWORD: ownerPassword,
    NOD_BOOTSTRAP_FILE: home.bootstrapFile,
    NOD_KEY_RATE: '1000000',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...env,
  });
  processes.add(server);
  const { apiKey } = JSON.parse(await readFile(home.bootstrapFile, 'utf8')) as { apiKey: string };
  const ownDatabaseUrl = databaseUrl ?? databaseUrlOf(home.dataDirectory);
  return {
    url,
    apiKey,
    ownerEmail,
    ownerPassword,
    dataDirectory: home.dataDirectory,
    databaseUrl: ownDatabaseUrl,
    pid: server.pid,
    kill9: async () => void (await server.end('SIGKILL')),
    stop: () => stopOrKill(server),
    logs: server.logs,
    query: queryAt(ownDatabaseUrl),
  };
}

function homeOf(databaseUrl: string): Home {
  const home = [...homes.values()].find(({ dataDirectory }) => databaseUrlOf(dataDirectory) === databaseUrl);
  if (!home) throw new Error('Give the databaseUrl of a server that was started here.');
  return home;
}

async function stopOrKill(server: NodProcess): Promise<number> {
  const tooLate = new AbortController();
  const stopped = server.end('SIGTERM').finally(() => tooLate.abort());
  const late = pause(stopTimeoutMs, true, { signal: tooLate.signal }).catch(() => false);
  if (await Promise.race([stopped.then(() => false), late])) {
    await server.end('SIGKILL');
    throw new Error(`The server did not end within ${stopTimeoutMs} ms of SIGTERM:\n${server.logs()}`);
  }
  return stopped;
}

/** Ends every server that was started, its PostgreSQL too, and removes the folders. */
export async function stopEverything(): Promise<void> {
  await Promise.all([...processes].map((server) => server.end('SIGKILL')));
  processes.clear();
  for (const [directory, home] of homes) {
    await removeHome(home);
    homes.delete(directory);
  }
}

// A run that is cut short (an error outside of a test ends the worker at once) leaves nothing behind either.
process.on('exit', () => {
  for (const home of homes.values()) removeHomeNow(home);
});
