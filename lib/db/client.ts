import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '@/lib/db/generated/client';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { log } from '@/lib/log';

interface Database {
  connection: pg.PoolConfig;
  pool: pg.Pool;
  prisma: PrismaClient;
}

// Next gives every route bundle its own copy of a module; what must exist once per process lives on globalThis.
const shared = globalThis as typeof globalThis & { nodDatabase?: Database; nodDatabaseClosed?: boolean };

/** Connects this process to a database; called once at start (lib/start.ts), or on first use when DATABASE_URL says where. */
export function openDatabase(connection: pg.PoolConfig): Database {
  const options: pg.PoolConfig = {
    ...connection,
    max: env().databasePoolSize,
    application_name: `nod:${process.pid}`,
    connectionTimeoutMillis: 5000,
    // A dead server must not hold a request for the two hours that TCP would.
    query_timeout: 15_000,
    // The server gives up first: a statement must not take effect after its caller was told that it did not.
    statement_timeout: 12_000,
    keepAlive: true,
  };
  const pool = new pg.Pool(options);
  // Without a listener, a connection that the server drops while idle would end the process.
  pool.on('error', (error) => log.warn('an idle database connection was lost', { error }));
  shared.nodDatabaseClosed = false;
  shared.nodDatabase = { connection: options, pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
  return shared.nodDatabase;
}

function database(): Database {
  if (shared.nodDatabase) return shared.nodDatabase;
  const { databaseUrl } = env();
  // Before the start is over, and after the stop began: for a caller the same as a database that is down.
  if (!databaseUrl || shared.nodDatabaseClosed) throw new AppError('unavailable', 'The database is not open.');
  return openDatabase({ connectionString: databaseUrl });
}

/** How to reach the database, for connections of one's own (the listener). */
export const connectionOptions = (): pg.PoolConfig => database().connection;

export const pool = (): pg.Pool => database().pool;

/** Prisma, for ordinary reads and writes. State changes go through the raw statements named *.sql.ts. */
export const prisma = (): PrismaClient => database().prisma;

/** Runs one statement and gives its rows. Give hot statements a name: PostgreSQL then plans them once per connection. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  name?: string,
): Promise<Row[]> {
  const run = () => pool().query<Row>(name ? { text, values, name } : { text, values });
  // A deadlock or a lost serialisation undoes the whole statement, so it can simply be said again.
  const result = await run().catch((error) => (isUndone(error) ? run() : Promise.reject(error)));
  return result.rows;
}

const isUndone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

/** Ends every connection of this process. */
export async function closeDatabase(): Promise<void> {
  const open = shared.nodDatabase;
  if (!open) return;
  delete shared.nodDatabase;
  shared.nodDatabaseClosed = true;
  await open.prisma.$disconnect();
  await open.pool.end();
}
