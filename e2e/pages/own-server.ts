import { databaseUrlOf, type Query, queryAt } from '../server/database';
import { homeAt, makeHome, removeHome } from '../server/home';
import { freePort, type NodProcess, spawnServer } from '../server/process';
import type { NodServer } from '../server/start-server';

const environment = (url: string, dataDirectory: string) => ({
  NEXT_MANUAL_SIG_HANDLE: 'true',
  NEXT_TELEMETRY_DISABLED: '1',
  PORT: new URL(url).port,
  NOD_URL: url,
  NOD_DATA_DIR: dataDirectory,
});

/** A server that nobody has an account on yet. */
export interface NewServer {
  url: string;
  /** The link that it printed for its operator; the last one, if it printed several. */
  readonly setupLink: string;
  query: Query;
  remove(): Promise<void>;
}

/** Starts a server as `npm run up` does on a new machine. */
export async function startNewServer(): Promise<NewServer> {
  const home = await makeHome();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await spawnServer(port, environment(url, home.dataDirectory));
  return {
    url,
    get setupLink() {
      return [...started.logs().matchAll(/^ {2}(http:\S+\/setup\?token=\S+)$/gm)].at(-1)?.[1] ?? '';
    },
    query: queryAt(databaseUrlOf(home.dataDirectory)),
    remove: async () => {
      await started.end('SIGKILL');
      await removeHome(home);
    },
  };
}

/** Starts a stopped server again at the address that browsers know. End it before `stopEverything`. */
export function startAgain(server: NodServer): Promise<NodProcess> {
  const { dataDirectory } = homeAt(server.dataDirectory);
  return spawnServer(Number(new URL(server.url).port), environment(server.url, dataDirectory));
}
