import { query } from '@/lib/db/client';
import type { PushTarget } from '@/lib/questions/questions.sql';

export interface NotifiedRow {
  outcome: 'stored' | 'repeated' | 'notification_limit' | 'session_limit' | 'workspace_limit';
  limit_value: number | null;
  /** How many notifications of the last 5 minutes count against the limit, this one too. */
  taken: number | null;
  /** The notification that the same key stored before. */
  repeated: string | null;
  free_in_seconds: number | null;
  targets: PushTarget[] | null;
  completion: boolean | null;
  expires_at: Date | null;
  /** As it was stored: the kill switch may have come after the plan. */
  suppressed: string | null;
}

/** Columns of the notification table that a new row needs. */
export interface NotificationFields {
  id: string;
  workspace_id: string;
  key_id: string;
  type: 'task_complete' | 'error' | 'info';
  title: string;
  body: string;
  url: string | null;
  icon_url: string | null;
  image_url: string | null;
  context: Record<string, unknown> | null;
  agent_name: string;
  session_id: string | null;
  machine_id: string | null;
  completion: boolean;
  env: 'test' | null;
  /** Why nobody is alerted. */
  suppressed: string | null;
}

/** What the REST call keeps beside it. */
export interface SentOnceFields {
  idempotency_key: string | null;
  content_digest: string | null;
  extra: Record<string, unknown> | null;
}

/** Stores a notification through nod_notify(), with its embedded question and its planned deliveries (planAsJson()), or says which limit refused it. */
export async function storeNotification(
  fields: NotificationFields & Partial<SentOnceFields>,
  embedded: Record<string, unknown> | null,
  plan: string,
  leaseMs: number,
): Promise<NotifiedRow> {
  const rows = await query<NotifiedRow>(
    `SELECT (notified).* FROM (SELECT nod_notify($1::jsonb, $2::jsonb, $3::jsonb, $4::bigint * interval '1 millisecond') AS notified OFFSET 0) call`,
    [JSON.stringify(fields), embedded && JSON.stringify(embedded), plan, leaseMs],
  );
  const row = rows[0];
  if (!row) throw new Error('nod_notify() gave no row');
  return row;
}

export interface NotificationRow extends NotificationFields {
  linked_question_id: string | null;
  created_at: Date;
}

/** One notification of this workspace; undefined when there is none. */
export async function selectNotification(workspaceId: string, id: string): Promise<NotificationRow | undefined> {
  const rows = await query<NotificationRow>('SELECT * FROM notification WHERE id = $1 AND workspace_id = $2', [
    id,
    workspaceId,
  ]);
  return rows[0];
}

/** How a notification of this workspace stands: what of it was tried, what push services took, what is still on its way. */
export interface SendingRow {
  id: string;
  content_digest: string | null;
  suppressed: string | null;
  planned: number;
  tried: number;
  accepted: number;
  on_the_way: number;
}

export async function selectSending(workspaceId: string, id: string): Promise<SendingRow | undefined> {
  const rows = await query<SendingRow>(
    `SELECT notification.id, content_digest, notification.suppressed, count(delivery.id)::int AS planned,
            (count(*) FILTER (WHERE attempts > 0))::int AS tried, (count(*) FILTER (WHERE accepted_at IS NOT NULL))::int AS accepted,
            (count(*) FILTER (WHERE attempts > 0 AND due_at IS NOT NULL AND accepted_at IS NULL AND failed_at IS NULL))::int AS on_the_way
       FROM notification LEFT JOIN delivery ON delivery.notification_id = notification.id
      WHERE notification.id = $1 AND notification.workspace_id = $2 GROUP BY notification.id`,
    [id, workspaceId],
  );
  return rows[0];
}
