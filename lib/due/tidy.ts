import { query } from '@/lib/db/client';
import { forgetOldMessages } from '@/lib/webhooks/forget-old';

/** How long what hooks reported of a session is kept, in days. */
const eventDays = 30;
/** How long a session is kept that asked and told nothing, in days since it ended or was seen last. */
const sessionDays = 90;
/** Most rows of each kind thrown away at once. */
const most = 5000;

/** Throws away old telemetry, rules whose time is over, links that nobody used and callbacks delivered long ago, once an hour, on one process. */
export async function tidy(): Promise<number> {
  const rows = await query(
    `WITH claimed AS (UPDATE chore SET due_at = nod_now() + interval '1 hour' WHERE name = 'tidy' AND due_at <= nod_now() RETURNING name),
     -- No row unless it is due: then nothing is old. The order makes the index be used, whatever the planner guesses of the clock.
     clock AS MATERIALIZED (SELECT nod_now() AS at FROM claimed),
     old_events AS (
       DELETE FROM agent_event WHERE id = ANY (ARRAY(
         SELECT id FROM agent_event WHERE created_at < (SELECT at FROM clock) - $1::int * interval '1 day' ORDER BY created_at LIMIT ${most}))
     ),
     -- One that was used stays: a home screen may open it.
     old_links AS (
       DELETE FROM one_time_token WHERE id = ANY (ARRAY(
         SELECT id FROM one_time_token WHERE kind = 'enroll' AND used_at IS NULL AND expires_at < (SELECT at FROM clock) - interval '1 hour' LIMIT ${10 * most}))
     ),
     old_rules AS (DELETE FROM policy_rule WHERE expires_at < (SELECT at FROM clock) - interval '1 day'),
     -- Being seen undoes an end, so an end is never older than when its session was seen last. A session whose kill switch is on stays:
     -- without its row, it could go on. Rows that somebody changes now are in use.
     old_sessions AS (
       DELETE FROM agent_session WHERE id = ANY (ARRAY(
         SELECT s.id FROM agent_session s
          WHERE s.last_seen_at < (SELECT at FROM clock) - $2::int * interval '1 day'
            AND (s.stopped_until IS NULL OR s.stopped_until <= (SELECT at FROM clock))
            AND NOT EXISTS (SELECT 1 FROM question WHERE question.agent_session_id = s.id)
            AND NOT EXISTS (SELECT 1 FROM notification WHERE notification.agent_session_id = s.id)
          LIMIT ${most} FOR UPDATE OF s SKIP LOCKED))
     )
     SELECT 1 FROM claimed`,
    [eventDays, sessionDays],
  );
  if (rows.length > 0) await forgetOldMessages(most);
  return rows.length;
}
