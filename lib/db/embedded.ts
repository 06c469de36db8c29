import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { port, tryToConnect } from './embedded/connect';
import { applicationName, isLastOne, leavingName } from './embedded/presence';
import { readPostmaster, shutDownServer } from './embedded/server-process';
import { prepareDataDirectory } from './embedded/server-user';
import { removeSocketDirectory } from './embedded/socket-directory';
import { withStartLock } from './embedded/start-lock';
import { type Connected, joinOrStart } from './embedded/start-server';

// This file and its folder import nothing of the project, so that scripts can load them before anything is set up.

const shutdownTimeoutMs = 60_000;
const longestPauseMs = 2_000;

export type EmbeddedDatabase = {
  /** For `new pg.Pool(connection)`. Keep `application_name`: it tells a stop which connections are our own. */
  connection: { host: string; port: number; user: 'nod'; database: 'nod'; application_name: string };
  /** The same as a connection string, as DATABASE_URL takes it, without the name: a child process may get it. */
  url: string;
  /** Whether the server was running already. */
  joined: boolean;
  /** Leaves the server, and shuts it down when no other process uses it. End your own pools first. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDirectory: string;
  /** Told when the server was lost and could not be started again yet; it is tried again until `stop`. */
  onTrouble?: (error: unknown) => void;
  /** For tests only: gives up every promise about a power cut. */
  unsafeButFast?: boolean;
};

/**
 * Starts Nod's own PostgreSQL on `dataDirectory`, or joins the one that another process has started there, and keeps it
 * up until `stop`. Throws a sentence for the operator when it cannot.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const user = prepareDataDirectory(options.dataDirectory);
  const dataDirectory = realpathSync(options.dataDirectory);
  const lockFile = path.join(dataDirectory, 'start.lock');
  const cluster = path.join(dataDirectory, 'pg');
  const clientName = `${applicationName}/${randomUUID().slice(0, 8)}`;
  const unsafeButFast = options.unsafeButFast ?? false;

  let stopping = false;
  let reviving: Promise<void> | undefined;
  const enter = async (): Promise<Connected> => {
    const connected = await withStartLock(lockFile, () =>
      joinOrStart({ dataDirectory, user, clientName, unsafeButFast }),
    );
    connected.client.once('end', () => {
      if (!stopping) reviving = revive();
    });
    return connected;
  };
  const revive = async (): Promise<void> => {
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        current = await enter();
        return;
      } catch (error) {
        (options.onTrouble ?? console.error)(error);
        await sleep(pauseMs);
      }
    }
  };
  const leaveAndShutDown = async (): Promise<void> => {
    await current.client.end();
    // A connection of its own, because the other one may have broken; where there is none, nothing is left to stop.
    const { client } = await tryToConnect(current.socketDirectory, leavingName);
    if (!client) return;
    const last = await isLastOne(client);
    await client.end();
    const pid = readPostmaster(cluster)?.pid;
    if (!last || !pid) return;
    await shutDownServer(cluster, pid, shutdownTimeoutMs);
    removeSocketDirectory(current.socketDirectory, dataDirectory);
  };

  let current = await enter();
  let stopped: Promise<void> | undefined;
  const { joined, socketDirectory: host } = current;
  return {
    connection: { host, port, user: 'nod', database: 'nod', application_name: applicationName },
    url: connectionString(host, 'nod'),
    joined,
    stop: () => {
      stopping = true;
      stopped ??= (reviving ?? Promise.resolve()).then(() => withStartLock(lockFile, leaveAndShutDown));
      return stopped;
    },
  };
}

/** A connection string for database `name` on the server whose socket is in `socketDirectory`. */
export function connectionString(socketDirectory: string, name: string): string {
  return `postgresql://nod@localhost:${port}/${name}?host=${encodeURIComponent(socketDirectory)}`;
}
