import { query } from '@/lib/db/client';

/** How long what hooks reported of a session is kept, in days. */
const eventDays = 30;

/** Throws away old telemetry, once an hour, on one process. */
export async function tidy(): Promise<number> {
  const rows = await query(
    `WITH claimed AS (UPDATE chore SET due_at = nod_now() + interval '1 hour' WHERE name = 'tidy' AND due_at <= nod_now() RETURNING name),
     old AS (
       DELETE FROM agent_event WHERE id IN (
         SELECT id FROM agent_event WHERE EXISTS (SELECT 1 FROM claimed) AND created_at < nod_now() - $1::int * interval '1 day' LIMIT 5000)
     )
     SELECT 1 FROM claimed`,
    [eventDays],
  );
  return rows.length;
}
