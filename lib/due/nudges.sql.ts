import { query } from '@/lib/db/client';
import type { DueDelivery } from '@/lib/delivery/deliveries.sql';

export interface DueNudge {
  id: string;
  workspace_id: string;
  /** The member whose key asked. */
  member_id: string | null;
  session_id: string | null;
  machine_id: string | null;
  tags: string[];
  external_ids: string[];
  subscriber_ids: string[];
  danger: string[];
}

/** Open questions whose reminder is due by the database's clock. */
export async function selectDueNudges(limit: number): Promise<DueNudge[]> {
  return query<DueNudge>(
    // A subquery: nod_now() itself is judged row by row and would keep the index from being used.
    `SELECT question.id, question.workspace_id, api_key.member_id, session_id, machine_id, tags, external_ids, subscriber_ids, danger
       FROM question LEFT JOIN api_key ON api_key.id = question.key_id
      WHERE state = 'pending' AND remind_at <= (SELECT nod_now()) ORDER BY remind_at LIMIT $1`,
    [limit],
  );
}

/**
 * Claims one reminder and plans its pushes in one statement: of several processes one gets them, and a death right after loses none. A
 * device that holds this question for its digest already gets no second line in it.
 */
export async function claimNudge(
  workspaceId: string,
  questionId: string,
  plan: string,
  leaseMs: number,
): Promise<DueDelivery[]> {
  return query<DueDelivery>(
    `WITH claimed AS (
       UPDATE question SET remind_at = NULL WHERE id = $1 AND workspace_id = $2 AND state = 'pending' AND remind_at IS NOT NULL RETURNING id, workspace_id
     ), wanted AS (
       SELECT coalesce(jsonb_agg(entry), '[]') AS plan FROM jsonb_array_elements($3::jsonb) entry
        WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE question_id = $1 AND device_id = (entry ->> 'device')::uuid
                             AND delivery.suppressed IN ('snoozed', 'quiet_hours') AND digested_at IS NULL)
     )
     SELECT target.*, claimed.workspace_id, claimed.id AS question_id, NULL AS notification_id, NULL AS reminder_id, NULL AS shown, 1 AS attempts
       FROM claimed, wanted, LATERAL nod_carry_out(claimed.workspace_id, claimed.id, NULL, NULL, 'nudge', wanted.plan, $4::bigint * interval '1 millisecond') target`,
    [questionId, workspaceId, plan, leaseMs],
  );
}
