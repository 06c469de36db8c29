import { query } from '@/lib/db/client';

/** Where there is room for more: how many go out at once in all, to one host and for one workspace, and what is on its way already. */
export interface Room {
  inAll: number;
  /** Of these, for workspaces that have nothing on its way. */
  kept: number;
  perHost: number;
  perWorkspace: number;
  /** On their way from this process, by host as {@link ClaimedMessage} names it, and by workspace. */
  byHost: Record<string, number>;
  byWorkspace: Record<string, number>;
}

export interface ClaimedMessage {
  id: string;
  workspace_id: string;
  host: string;
  url: string;
  body: string;
  /** Which try this is, from 1. */
  number: number;
  /** A person asked for it, after the message had come to its end. */
  is_manual: boolean;
  /** It tells of a decision that a sandbox key opened. */
  is_sandbox: boolean;
}

/** Of an address, in the words of the expression index outbox_lines. */
const hostOf = `coalesce(lower(substring(url FROM '^[A-Za-z]+://([^/?#]*)')), '')`;

/**
 * Claims as many due messages as there are places: nobody else tries them for `leaseMs`, which is longer than a try may take, so what a
 * process dies over is sent again. Each workspace and host is a line of its own, and the first of a line goes before the second of another;
 * the last `kept` places are for workspaces that have nothing on its way, so that no others' receivers hold them up.
 */
export async function claimDueMessages(room: Room, leaseMs: number): Promise<ClaimedMessage[]> {
  return query<ClaimedMessage>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at),
     lines AS MATERIALIZED (
       SELECT DISTINCT workspace_id, ${hostOf} AS host FROM outbox_message WHERE kind = 'callback' AND due_at <= (SELECT at FROM clock)
     ), first_in_line AS MATERIALIZED (
       SELECT lines.workspace_id, host, first.* FROM lines CROSS JOIN LATERAL (
         SELECT id, due_at, created_at FROM outbox_message WHERE workspace_id = lines.workspace_id AND ${hostOf} = lines.host
            AND kind = 'callback' AND due_at <= (SELECT at FROM clock) ORDER BY due_at, created_at LIMIT $2 FOR UPDATE SKIP LOCKED) first
     ), at_host AS (
       SELECT *, row_number() OVER (PARTITION BY host ORDER BY due_at, created_at) + coalesce(($5::jsonb ->> host)::int, 0) AS of_host FROM first_in_line
     ), in_workspace AS (
       SELECT *, row_number() OVER (PARTITION BY workspace_id ORDER BY of_host, due_at, created_at)
                 + coalesce(($6::jsonb ->> workspace_id::text)::int, 0) AS of_workspace
         FROM at_host WHERE of_host <= $2
     ), placed AS (
       SELECT id, host, of_workspace, row_number() OVER (ORDER BY of_workspace, due_at, created_at) AS place FROM in_workspace WHERE of_workspace <= $3
     )
     UPDATE outbox_message AS message SET attempts = attempts + 1, due_at = clock.at + $7::bigint * interval '1 millisecond'
       FROM clock, placed WHERE message.id = placed.id AND place <= $1 AND (of_workspace = 1 OR place <= $1 - $4)
     RETURNING message.id, message.workspace_id, placed.host, url, body, attempts AS number, num_nonnulls(delivered_at, failed_at) > 0 AS is_manual,
               coalesce(body::jsonb ->> 'env' = 'test', false) AS is_sandbox`,
    [
      room.inAll,
      room.perHost,
      room.perWorkspace,
      room.kept,
      JSON.stringify(room.byHost),
      JSON.stringify(room.byWorkspace),
      leaseMs,
    ],
    'claim-messages',
  );
}

/** What came of one try. */
export interface Tried {
  durationMs: number;
  statusCode: number | null;
  /** Null when it was delivered. */
  failure: string | null;
  response: string | null;
}

/**
 * Writes a try down and moves its message, both or neither: delivered, due again after `retryMs`, or given up when that is null. A try that
 * comes back after its lease was given to another still counts as delivered, and otherwise leaves the message to that one.
 */
export async function recordTry(
  { id, number, is_manual: isManual }: Pick<ClaimedMessage, 'id' | 'number' | 'is_manual'>,
  tried: Tried,
  retryMs: number | null,
): Promise<void> {
  await query(
    `WITH message AS (
       UPDATE outbox_message SET
              delivered_at = CASE WHEN $6::text IS NULL THEN nod_now() ELSE delivered_at END,
              failed_at = CASE WHEN $6::text IS NULL THEN NULL WHEN delivered_at IS NULL AND attempts = $2 AND $8::bigint IS NULL THEN nod_now() ELSE failed_at END,
              due_at = CASE WHEN $6::text IS NULL THEN NULL WHEN attempts <> $2 THEN due_at WHEN delivered_at IS NULL THEN nod_now() + $8::bigint * interval '1 millisecond' END
        WHERE id = $1 RETURNING id, workspace_id
     ), try AS (
       INSERT INTO webhook_attempt (id, workspace_id, outbox_message_id, number, manual, duration_ms, status_code, failure, response)
       SELECT gen_random_uuid(), workspace_id, id, $2, $3, $4, $5, $6, $7 FROM message ON CONFLICT (outbox_message_id, number) DO NOTHING
     )
     SELECT nod_tell(workspace_id, id, 'due') FROM message`,
    [id, number, isManual, tried.durationMs, tried.statusCode, tried.failure, tried.response, retryMs],
    'record-try',
  );
}

/** Makes a message due now, unless it is on its way at this moment. Gives what it found. */
export async function makeDue(workspaceId: string, id: string): Promise<'due' | 'on its way' | 'none'> {
  const rows = await query<{ is_due: boolean }>(
    `WITH message AS (
       SELECT id, due_at > nod_now() AND attempts > 0
                  AND NOT EXISTS (SELECT 1 FROM webhook_attempt WHERE outbox_message_id = outbox_message.id AND number = attempts) AS on_its_way
         FROM outbox_message WHERE id = $2 AND workspace_id = $1 FOR UPDATE
     ), moved AS (
       UPDATE outbox_message SET due_at = nod_now() FROM message WHERE outbox_message.id = message.id AND NOT coalesce(on_its_way, false)
       RETURNING nod_tell(workspace_id, outbox_message.id, 'due')
     )
     SELECT EXISTS (SELECT 1 FROM moved) AS is_due FROM message`,
    [workspaceId, id],
  );
  if (!rows[0]) return 'none';
  return rows[0].is_due ? 'due' : 'on its way';
}
