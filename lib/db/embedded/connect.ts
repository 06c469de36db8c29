import pg from 'pg';

export const port = 5432;

/** A connection, or why there is none: nothing listens, or a server is on its way up or down. */
export type Attempt = { client: pg.Client } | { client: undefined; server: 'absent' | 'busy' };

/** Connects to the server whose socket is in `socketDirectory`; throws only for what waiting cannot mend. */
export async function tryToConnect(socketDirectory: string, applicationName: string): Promise<Attempt> {
  const client = new pg.Client({
    host: socketDirectory,
    port,
    user: 'nod',
    database: 'postgres',
    application_name: applicationName,
    ssl: false,
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener a dropped connection would end this process. Who cares about the loss listens for "end".
  client.on('error', () => {});
  try {
    await client.connect();
    return { client };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return { client: undefined, server: 'absent' };
    // 57P03: it is starting up or shutting down; 57P01 and a closed connection: it is going down at this moment.
    const passing = ['57P03', '57P01', 'ECONNRESET', 'EPIPE'].includes(code ?? '') || message.includes('terminated');
    if (passing) return { client: undefined, server: 'busy' };
    throw new Error(`PostgreSQL in ${socketDirectory} refuses the connection: ${message}`, { cause: error });
  }
}
