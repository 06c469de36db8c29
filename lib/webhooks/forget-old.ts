import { query } from '@/lib/db/client';

/** How long a delivered message and its tries are kept, in days. What was never delivered stays. */
const deliveredDays = 30;

/** Throws away delivered messages that are old, at most `limit`, with their tries; gives how many. */
export async function forgetOldMessages(limit: number): Promise<number> {
  const rows = await query(
    `DELETE FROM outbox_message WHERE id IN (
       SELECT id FROM outbox_message WHERE delivered_at < nod_now() - $2::int * interval '1 day' AND due_at IS NULL
        ORDER BY delivered_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ) RETURNING id`,
    [limit, deliveredDays],
  );
  return rows.length;
}
