import { query } from '@/lib/db/client';
import type { PushTarget } from '@/lib/questions/questions.sql';

export interface NotifiedRow {
  outcome: 'stored' | 'notification_limit' | 'session_limit' | 'workspace_limit';
  limit_value: number | null;
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

/** Stores a notification through nod_notify(), with its embedded question and its planned deliveries (planAsJson()), or says which limit refused it. */
export async function storeNotification(
  fields: NotificationFields,
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
