import type { Cursor } from '@/lib/cursor';
import { query } from '@/lib/db/client';

export interface MessageRow {
  id: string;
  url: string;
  body: string;
  created_at: Date;
  due_at: Date | null;
  delivered_at: Date | null;
  failed_at: Date | null;
  attempts: number;
  /** A try has begun and not come to its end, or a person asked for one. */
  on_its_way: boolean;
  last_failure: string | null;
  question_id: string | null;
  question_kind: string | null;
  question: string | null;
  /** It tells of a decision that a sandbox key opened. */
  is_sandbox: boolean;
}

const columns = `message.id, url, body, message.created_at, due_at, delivered_at, failed_at, attempts,
  due_at IS NOT NULL AND (num_nonnulls(delivered_at, failed_at) > 0 OR last_try.number IS DISTINCT FROM attempts) AS on_its_way,
  last_try.failure AS last_failure, question_id, question.kind AS question_kind, question.question,
  question.env IS NOT DISTINCT FROM 'test' AS is_sandbox`;
const from = `outbox_message AS message LEFT JOIN question ON question.id = question_id LEFT JOIN LATERAL (
  SELECT number, failure FROM webhook_attempt WHERE outbox_message_id = message.id ORDER BY number DESC LIMIT 1) AS last_try ON true`;

/** A workspace's messages, newest first, from below the cursor on. */
export const selectMessages = (workspaceId: string, after: Cursor | undefined, limit: number): Promise<MessageRow[]> =>
  query<MessageRow>(
    `SELECT ${columns} FROM ${from} WHERE message.workspace_id = $1
        AND ($2::timestamptz IS NULL OR (message.created_at, message.id) < ($2, $3::uuid))
      ORDER BY message.created_at DESC, message.id DESC LIMIT $4`,
    [workspaceId, after?.at ?? null, after?.id ?? null, limit],
  );

export async function selectMessage(workspaceId: string, id: string): Promise<MessageRow | undefined> {
  const rows = await query<MessageRow>(
    `SELECT ${columns} FROM ${from} WHERE message.workspace_id = $1 AND message.id = $2`,
    [workspaceId, id],
  );
  return rows[0];
}

export interface AttemptRow {
  number: number;
  manual: boolean;
  attempted_at: Date;
  duration_ms: number | null;
  status_code: number | null;
  failure: string | null;
  response: string | null;
}

/** The newest tries of a message, the last first. */
export const selectAttempts = (workspaceId: string, messageId: string, limit: number): Promise<AttemptRow[]> =>
  query<AttemptRow>(
    `SELECT number, manual, attempted_at, duration_ms, status_code, failure, response FROM webhook_attempt
      WHERE workspace_id = $1 AND outbox_message_id = $2 ORDER BY number DESC LIMIT $3`,
    [workspaceId, messageId, limit],
  );
