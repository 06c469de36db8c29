import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../db/embedded';
import { migrate } from '../db/migrate';
import { runOnServer, templateDatabase } from './database';

/** Starts one server for a project's test run, with a migrated database that each test file gets a copy of. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Two projects have a database: a server each.
  const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'pg-'));
  const server = await startEmbeddedDatabase({ dataDirectory, unsafeButFast: true });
  const tearDown = async () => {
    await runOnServer(server.connection, endForgottenConnections);
    await server.stop();
  };
  try {
    const { host, port, user } = server.connection;
    await createTemplate({ host, port, user });
    project.provide('testServer', { host, port, user });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

async function createTemplate(server: { host: string; port: number; user: string }): Promise<void> {
  await runOnServer(server, `create database ${templateDatabase}`);
  const pool = new pg.Pool({ ...server, database: templateDatabase, ssl: false });
  try {
    await migrate(pool, path.resolve('prisma/migrations'));
  } finally {
    await pool.end();
  }
}

/** A connection that a test forgot would keep the server running after the tests. */
const endForgottenConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name not like 'nod:%/%'`;
