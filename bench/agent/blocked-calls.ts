import { randomUUID } from 'node:crypto';
import { waitUntil } from '@/e2e/push/wait-until';
import type { BenchServer } from '../server/bench-server';
import { callTool, question, type ToolCall } from './tool-call';

/** An agent's call that is blocked on its question. */
export interface BlockedCall extends ToolCall {
  questionId: string;
}

/** So many are opened at once: more would only wait in line for the database. */
const openedTogether = 100;
const giveUpAfterMs = 30_000;
const waitMs = 55_000;

/** Asks so many questions with these keys by turns, over connections of their own, and gives the calls when every one is blocked. */
export async function openBlockedCalls(server: BenchServer, keys: string[], count: number): Promise<BlockedCall[]> {
  const calls: BlockedCall[] = [];
  while (calls.length < count)
    calls.push(...(await openSome(server, keys, Math.min(openedTogether, count - calls.length))));
  return calls;
}

async function openSome(server: BenchServer, keys: string[], count: number): Promise<BlockedCall[]> {
  const bySession = new Map<string, ToolCall>();
  for (let index = 0; index < count; index++) {
    const sessionId = randomUUID();
    // No device has this tag: the questions reach the open page, and no push is sent.
    const call = callTool(server, keys[index % keys.length] as string, 'ask_user', {
      ...question,
      sessionId,
      timeoutMs: waitMs,
      tags: ['bench'],
    });
    // Most are never answered, but ended with the bench.
    call.reply.catch(() => undefined);
    bySession.set(sessionId, call);
  }
  const rows = await waitUntil(
    `${count} calls to be blocked`,
    async () => {
      const found = await server.pool.query<{ id: string; session_id: string }>(
        `SELECT id, session_id FROM question WHERE session_id = ANY ($1) AND state = 'pending' AND listening_until > nod_now()`,
        [[...bySession.keys()]],
      );
      return found.rows.length === count && found.rows;
    },
    giveUpAfterMs,
  );
  return rows.map(({ id, session_id }) => ({ ...(bySession.get(session_id) as ToolCall), questionId: id }));
}

/** Ends the calls as agents that crash do, and waits until the server has noticed. */
export async function endBlockedCalls(server: BenchServer, calls: BlockedCall[]): Promise<void> {
  for (const call of calls) call.abort();
  await waitUntil(
    'the server to notice that the agents are gone',
    async () => {
      const left = await server.pool.query(
        `SELECT 1 FROM question WHERE state = 'pending' AND listening_until > nod_now() LIMIT 1`,
      );
      return left.rows.length === 0;
    },
    giveUpAfterMs,
  );
}
