import { query } from '@/lib/db/client';

/**
 * Moves the database's clock (`nod_now()`) by so many milliseconds, for tests only: every deadline in Nod is judged by that clock,
 * so a test can make ten minutes pass without waiting. Waiters are told to look again.
 */
export async function shiftClock(offsetMs: number): Promise<void> {
  await query(
    'INSERT INTO clock_offset (id, offset_ms) VALUES (true, $1) ON CONFLICT (id) DO UPDATE SET offset_ms = $1',
    [offsetMs],
  );
  await query(`SELECT pg_notify('nod', '{"event":"clock"}')`);
}
