import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectionString } from '../db/embedded';

export const templateDatabase = 'nod_template';

export type TestServer = { host: string; port: number; user: string };

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestDatabase = {
  connection: TestServer & { database: string };
  url: string;
  drop: () => Promise<void>;
};

/** Creates an empty, migrated database of its own on the server that the test run started. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files: as pages through the log it would all be written twice.
  await runOnServer(server, `create database ${database} template ${templateDatabase} strategy file_copy`);
  return {
    connection: { ...server, database },
    url: connectionString(server.host, database),
    drop: () => dropUnlessInUse(server, database),
  };
}

/** Runs one statement outside any test database. */
export async function runOnServer(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres', ssl: false });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database that pools still use stays until the end of the run: cutting them off would look like a failure of theirs. */
async function dropUnlessInUse(server: TestServer, database: string): Promise<void> {
  try {
    await runOnServer(server, `drop database ${database}`);
  } catch (error) {
    const objectInUse = '55006';
    if ((error as { code?: string }).code !== objectInUse) throw error;
  }
}
