import pg from 'pg';
import { type NodServer, startServer } from '@/e2e/server/start-server';
import { firstWorkspace, makeKey, openPage, raiseLimits, type TestWorkspace } from '@/e2e/server/workspace';

/** A started server that is ready to be asked a lot: no limits in the way, and a page open so that every question reaches somebody. */
export interface BenchServer extends NodServer {
  workspace: TestWorkspace;
  /** A key of kind agent. */
  agentKey: string;
  /** Connections of the bench's own; the database does not stop while they are open. */
  pool: pg.Pool;
}

const poolSize = 16;

/** Starts the built server on a new data folder, with these settings beside the usual ones. */
export async function startBenchServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const server = await startServer({ env: { NOD_KEY_RATE: '100000000', NOD_LOG: 'warn', ...env } });
  const workspace = await firstWorkspace(server.query);
  await raiseLimits(server.query);
  await openPage(server.query, workspace);
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: poolSize });
  // The bench ends servers at will.
  pool.on('error', () => undefined);
  return { ...server, workspace, agentKey: await makeKey(server.query, workspace, 'agent'), pool };
}

/** Ends it as an operator does. */
export async function stopBenchServer({ pool, stop }: BenchServer): Promise<void> {
  await pool.end();
  await stop();
}

/** Settles every open question behind the server's back, so that the next round counts as few as a real workspace has. */
export async function clearQuestions({ pool }: BenchServer): Promise<void> {
  await pool.query(`UPDATE question SET state = 'cancelled', settled_at = nod_now() WHERE state = 'pending'`);
}
