import { setTimeout as pause } from 'node:timers/promises';
import type { Query } from './database';

const giveUpAfterMs = 15_000;

/** Waits until a call is blocked on the question of this agent session; gives the question's id. */
export async function whenListening(query: Query, sessionId: string): Promise<string> {
  const giveUpAt = Date.now() + giveUpAfterMs;
  for (;;) {
    const [row] = await query<{ id: string }>(
      'SELECT id FROM question WHERE session_id = $1 AND listening_until > nod_now()',
      [sessionId],
    );
    if (row) return row.id;
    if (Date.now() > giveUpAt) throw new Error(`No call is blocked on a question of session ${sessionId}.`);
    await pause(20);
  }
}

/** Waits until calls are blocked on so many questions. */
export async function whenSoManyListen(query: Query, count: number): Promise<void> {
  const giveUpAt = Date.now() + giveUpAfterMs;
  for (;;) {
    const [row] = await query<{ listening: number }>(
      `SELECT count(*)::int AS listening FROM question WHERE state = 'pending' AND listening_until > nod_now()`,
    );
    if (row?.listening === count) return;
    if (Date.now() > giveUpAt) throw new Error(`${row?.listening} instead of ${count} questions are listened to.`);
    await pause(20);
  }
}

/** What the database knows of one question and of those who wait for it. */
export async function listenersOf(query: Query, id: string): Promise<{ state: string; listening: boolean }> {
  const [row] = await query<{ state: string; listening: boolean }>(
    'SELECT state, coalesce(listening_until > nod_now(), false) AS listening FROM question WHERE id = $1',
    [id],
  );
  if (!row) throw new Error(`There is no question ${id}.`);
  return row;
}
