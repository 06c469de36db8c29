import pg from 'pg';

/** Where the PostgreSQL of a data folder listens, in the form of DATABASE_URL. */
export const databaseUrlOf = (dataDirectory: string): string =>
  `postgresql://nod@localhost:5432/nod?host=${encodeURIComponent(dataDirectory)}`;

export type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Runs statements on a server's database, each on a connection of its own: one that stayed open would count as another user of
 * the database and keep it from stopping.
 */
export const queryAt =
  (databaseUrl: string): Query =>
  async (text, values = []) => {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
    // The loss of an idle connection is of no interest; that of a used one rejects the query.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
