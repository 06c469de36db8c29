import type { Query } from '../server/database';
import { waitUntil } from './wait-until';

/**
 * Waits until nothing is due by the database's clock and no push is on its way. What has not rung by then does not ring before the clock
 * goes on, so silence can be told without waiting for it.
 */
export async function everythingSent(query: Query): Promise<void> {
  await waitUntil('everything to be sent that is due', async () => {
    const [row] = await query<{ left: number }>(
      `SELECT ((SELECT count(*) FROM delivery WHERE due_at IS NOT NULL AND (attempts > 0 OR due_at <= nod_now()))
             + (SELECT count(*) FROM question WHERE state = 'pending' AND (remind_at <= nod_now() OR expires_at <= nod_now()))
             + (SELECT count(*) FROM reminder WHERE status = 'firing' OR due_at <= nod_now())
             + (SELECT count(*) FROM member WHERE removed_at IS NULL AND digest_due_at <= nod_now()))::int AS left`,
    );
    return row?.left === 0;
  });
}
