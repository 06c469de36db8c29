import type { PoolClient } from 'pg';
import { pool } from '@/lib/db/client';

/**
 * Runs a change of who is in a workspace after every other one there: the lock is taken before the statement looks, so two owners who
 * demote each other see one another. Commits when `change` returns, and undoes everything when it throws.
 */
export async function inTurn<Result>(
  workspaceId: string,
  change: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool().connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('nod.members ' || $1, 0))`, [workspaceId]);
    const result = await change(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // The server undoes what a connection that ends had begun; a broken one cannot say ROLLBACK.
    client.release(true);
    throw error;
  }
}
