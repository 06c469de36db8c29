import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/** The number that Prisma's own engine locks, so that the two never migrate at the same time. */
const advisoryLock = 72_707_369;

/** A migration takes as long as it takes, and waiting for somebody else's does too, whatever limit the pool has (24 days). */
const patiently = { query_timeout: 2 ** 31 - 1 };

type Migration = { name: string; sql: string; checksum: string };
type Recorded = { migration_name: string; checksum: string; finished: boolean };

/**
 * Applies the migrations in `directory` that the database does not have yet, in the order of their names, and returns
 * the names applied. Several processes may call it at once.
 *
 * Throws when an applied migration was edited since, when one failed half-way, or when the database has migrations that
 * this version does not know. A migration that fails leaves nothing behind; the ones before it stay applied.
 */
export async function migrate(pool: pg.Pool, directory: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query({ text: 'select pg_advisory_lock($1)', values: [advisoryLock], ...patiently });
    return await applyMissing(client, readMigrations(directory));
  } finally {
    // Closing the connection gives the lock and the setting back, whatever happened.
    client.release(true);
  }
}

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(migrationsTable);
  const { rows } = await client.query<Recorded>(
    `select migration_name, checksum, finished_at is not null as finished
     from _prisma_migrations where rolled_back_at is null order by migration_name`,
  );
  checkHistory(rows, migrations);
  const applied = new Set(rows.map((row) => row.migration_name));
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

function checkHistory(recorded: Recorded[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = recorded.filter((row) => !known.has(row.migration_name)).map((row) => row.migration_name);
  if (unknown.length > 0) {
    throw new Error(`The database is newer than this Nod: it has ${unknown.join(', ')}. Start the newer version.`);
  }
  for (const { migration_name: name, checksum, finished } of recorded) {
    if (!finished) throw new Error(`Migration ${name} failed half-way: repair the database, or restore a backup.`);
    if (known.get(name)?.checksum !== checksum) {
      throw new Error(`Migration ${name} was edited after it was applied: restore its file, and write a new one.`);
    }
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query({ text: sql, ...patiently });
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('commit');
  } catch (error) {
    // The connection is closed on the way out, which rolls back.
    throw new Error(`Migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error });
  }
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(directory, entry.name, 'migration.sql')))
    .map(({ name }) => ({ name, bytes: readFileSync(path.join(directory, name, 'migration.sql')) }))
    .map(({ name, bytes }) => ({ name, sql: bytes.toString(), checksum: checksumOf(bytes) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** As Prisma counts it: SHA-256 of the file. */
function checksumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** As Prisma creates it. */
const migrationsTable = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;
