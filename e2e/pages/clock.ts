import type { Query } from '../server/database';

/** Moves the database's clock, by which every deadline is judged, and wakes everybody who waits for one. */
export async function shiftClock(query: Query, offsetMs: number): Promise<void> {
  await query(
    'INSERT INTO clock_offset (id, offset_ms) VALUES (true, $1) ON CONFLICT (id) DO UPDATE SET offset_ms = $1',
    [offsetMs],
  );
  await query(`SELECT pg_notify('nod', '{"event":"clock"}')`);
}
