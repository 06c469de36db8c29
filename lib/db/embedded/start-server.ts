import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findBinaries } from './binaries';
import { checkVersion, ensureCluster } from './cluster';
import { type Attempt, tryToConnect } from './connect';
import {
  readPostmaster,
  removeMisleadingPidFiles,
  type ServerProcess,
  type ServerStart,
  spawnServer,
} from './server-process';
import type { ServerUser } from './server-user';
import { chooseSocketDirectory, makeSocketDirectory } from './socket-directory';

/** Long enough for the recovery after a crash under load. */
const startTimeoutMs = 120_000;
/** The connections of a killed server notice its death and end, and until then a new one may not start. */
const predecessorTimeoutMs = 15_000;
const retryMs = 15;

export type Connected = { client: pg.Client; socketDirectory: string; joined: boolean };

/** Connects to the server of `dataDirectory`, starting it if it is not running. Call it only while holding the start lock. */
export async function joinOrStart(options: {
  dataDirectory: string;
  user: ServerUser | undefined;
  clientName: string;
  unsafeButFast: boolean;
}): Promise<Connected> {
  const { dataDirectory, user, clientName } = options;
  const cluster = path.join(dataDirectory, 'pg');
  if (existsSync(path.join(cluster, 'PG_VERSION'))) checkVersion(cluster);
  const running = await joinRunning(cluster, dataDirectory, clientName);
  if (running) return running;

  const bin = findBinaries(dataDirectory, user);
  const socketDirectory = chooseSocketDirectory(dataDirectory);
  await ensureCluster({ ...options, bin });
  makeSocketDirectory(socketDirectory, dataDirectory, user);
  const client = await startServer({ ...options, cluster, bin, socketDirectory }, clientName);
  await createDatabase(client);
  return { client, socketDirectory, joined: false };
}

async function joinRunning(cluster: string, dataDirectory: string, name: string): Promise<Connected | undefined> {
  // Where the server says its socket is counts: another process may have another folder for temporary files.
  const socketDirectory = readPostmaster(cluster)?.socketDirectory || dataDirectory;
  const deadline = Date.now() + startTimeoutMs;
  let attempt: Attempt = await tryToConnect(socketDirectory, name);
  while (!attempt.client && attempt.server === 'busy') {
    if (Date.now() > deadline) throw new Error(`PostgreSQL in ${cluster} is neither up nor down for two minutes.`);
    await sleep(retryMs);
    attempt = await tryToConnect(socketDirectory, name);
  }
  if (!attempt.client) return undefined;
  if ((await dataFolderOf(attempt.client)) === cluster) {
    await createDatabase(attempt.client);
    return { client: attempt.client, socketDirectory, joined: true };
  }
  // A copied data folder still names the socket of the one it was copied from.
  await attempt.client.end();
  return undefined;
}

async function startServer(start: ServerStart, clientName: string): Promise<pg.Client> {
  const began = Date.now();
  let server = spawnAfresh(start);
  for (;;) {
    const { client } = await tryToConnect(start.socketDirectory, clientName);
    if (client) return client;
    const waitedMs = Date.now() - began;
    if (server.ended()) {
      const log = server.newLog();
      if (!/still in use|lock file/.test(log) || waitedMs > predecessorTimeoutMs) {
        throw new Error(`PostgreSQL did not start on ${start.cluster}: ${log || 'it left no message'}`);
      }
      await sleep(250);
      server = spawnAfresh(start);
    }
    if (waitedMs > startTimeoutMs) {
      throw new Error(
        `PostgreSQL is not ready after ${startTimeoutMs / 1000} s; see postgres.log beside ${start.cluster}.`,
      );
    }
    await sleep(retryMs);
  }
}

function spawnAfresh(start: ServerStart): ServerProcess {
  removeMisleadingPidFiles(start.cluster, start.socketDirectory);
  return spawnServer(start);
}

async function dataFolderOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  return rows[0]?.data_directory;
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'nod'`);
  // The start lock is held, so nobody else makes it between these two statements.
  if (rowCount === 0) await client.query('create database nod');
}
