import { query } from '@/lib/db/client';
import { everythingSent } from '@/lib/delivery/in-flight';
import { deliverDueWebhooks } from '@/lib/due/webhooks';
import { newId } from '@/lib/ids';
import { type Receiver, startReceiver } from '@/lib/testing/webhook-receiver';
import type { Room } from '@/lib/webhooks/outbox.sql';

let open: Receiver[] = [];

/** A receiver for this test; {@link closeReceivers} ends it. */
export async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  open.push(started);
  return started;
}

/** Ends the receivers of a test and waits for what that does to messages on their way. */
export async function closeReceivers(): Promise<void> {
  await Promise.all(open.map((one) => one.close()));
  open = [];
  await everythingSent(5000);
}

/** A receiver's replies: these statuses in turn, the last of them from then on. */
export const answering =
  (...statuses: number[]): Parameters<typeof startReceiver>[0] =>
  (response, number) =>
    response.writeHead(statuses[number - 1] ?? statuses.at(-1) ?? 200).end(`answer ${number}`);

/** Room for everything, and the time of a lease: for tests that claim as another process would. */
export const roomy: Room = { inAll: 50, kept: 0, perHost: 50, perWorkspace: 50, byHost: {}, byWorkspace: {} };
export const leaseMs = 60_000;

/** Owes a message as an answer does; gives its id. */
export async function owe(workspaceId: string, url: string, body = '{"event":"decision.answered"}'): Promise<string> {
  const id = newId();
  await query(
    `INSERT INTO outbox_message (id, workspace_id, kind, url, body, due_at) VALUES ($1, $2, 'callback', $3, $4, nod_now())`,
    [id, workspaceId, url, body],
  );
  return id;
}

/** One look for what is due, and its sending to the end. */
export async function deliverDue(): Promise<number> {
  const due = await deliverDueWebhooks();
  await everythingSent(10_000);
  return due;
}

export interface MessageRow {
  attempts: number;
  due_in_ms: number | null;
  is_delivered: boolean;
  is_failed: boolean;
}

/** How a message stands. */
export async function messageOf(id: string): Promise<MessageRow> {
  const [row] = await query<MessageRow>(
    `SELECT attempts, (extract(epoch FROM due_at - nod_now()) * 1000)::int AS due_in_ms, delivered_at IS NOT NULL AS is_delivered,
            failed_at IS NOT NULL AS is_failed FROM outbox_message WHERE id = $1`,
    [id],
  );
  if (!row) throw new Error(`There is no message ${id}.`);
  return row;
}

export interface TryRow {
  number: number;
  manual: boolean;
  status_code: number | null;
  failure: string | null;
  response: string | null;
}

/** Its tries, in their order. */
export const triesOf = (id: string): Promise<TryRow[]> =>
  query<TryRow>(
    'SELECT number, manual, status_code, failure, response FROM webhook_attempt WHERE outbox_message_id = $1 ORDER BY number',
    [id],
  );
