import { query } from '@/lib/db/client';
import type { PushTarget } from '@/lib/questions/questions.sql';
import type { ReminderRow } from '@/lib/reminders/row';

/**
 * The clock, read once a statement: compared with a volatile nod_now() itself, or with a joined row that has it, due_at would be looked at
 * in every row, and not found by its index.
 */
const now = '(SELECT nod_now())';

/** Whether the key that left it opens nothing any more; a reminder without a key was left by the member. */
const keyIsDead = `EXISTS (SELECT 1 FROM api_key WHERE api_key.id = reminder.key_id AND (revoked_at IS NOT NULL OR expires_at <= ${now}))`;
const memberIsGone = `EXISTS (SELECT 1 FROM member WHERE member.id = reminder.member_id AND removed_at IS NOT NULL)`;

/** Cancels what is due and may not come any more: its key was revoked or has run out, or its member has left. Gives how many. */
export async function cancelOrphans(limit: number): Promise<number> {
  const rows = await query(
    `WITH orphan AS (
       SELECT id, ${memberIsGone} AS is_gone FROM reminder
        WHERE due_at <= ${now} AND status = 'scheduled' AND (${memberIsGone} OR ${keyIsDead}) ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ), cancelled AS (
       UPDATE reminder SET status = 'cancelled', reason = CASE WHEN is_gone THEN 'no_access' ELSE 'key_revoked' END, settled_at = nod_now(), due_at = NULL
         FROM orphan WHERE reminder.id = orphan.id RETURNING reminder.id, workspace_id
     )
     SELECT nod_tell(workspace_id, id, 'reminder') FROM cancelled`,
    [limit],
  );
  return rows.length;
}

export type DueReminder = Pick<
  ReminderRow,
  'id' | 'workspace_id' | 'member_id' | 'title' | 'body' | 'agent_name' | 'session_id' | 'machine_id'
>;

/** What is due to be dispatched, by any process. */
export function selectDue(limit: number): Promise<DueReminder[]> {
  return query<DueReminder>(
    `SELECT id, workspace_id, member_id, title, body, agent_name, session_id, machine_id FROM reminder
      WHERE due_at <= ${now} AND status = 'scheduled' ORDER BY due_at LIMIT $1`,
    [limit],
  );
}

/**
 * Begins the dispatch of one reminder and plans its pushes, in one statement: of all processes one does it, and when that one dies right
 * after, the pushes are planned and the due loop sends them. Gives what is to be sent now; undefined when it is no longer this call's to do.
 */
export async function claimDue(
  { id, workspace_id: workspaceId }: DueReminder,
  plan: string,
  leaseMs: number,
): Promise<PushTarget[] | undefined> {
  const [claimed] = await query<{ targets: PushTarget[] }>(
    `WITH claimed AS (
       UPDATE reminder SET status = 'firing', due_at = nod_now() + $4::bigint * interval '1 millisecond'
        WHERE id = $1 AND workspace_id = $2 AND status = 'scheduled' AND due_at <= nod_now() AND NOT ${memberIsGone} AND NOT ${keyIsDead}
       RETURNING id, workspace_id
     )
     SELECT (SELECT coalesce(jsonb_agg(to_jsonb(target)), '[]')
               FROM nod_carry_out(claimed.workspace_id, NULL, NULL, claimed.id, 'reminder', $3::jsonb, $4::bigint * interval '1 millisecond') target) AS targets
       FROM claimed`,
    [id, workspaceId, plan, leaseMs],
  );
  return claimed?.targets;
}

/**
 * Says how dispatches ended, from what is known of their pushes: dispatched when a push service took one, still firing while one may yet
 * be taken, failed or suppressed when none can. Without an id, all that are due to be looked at. Gives how many it looked at.
 */
export async function settleFiring(id: string | null, limit: number): Promise<number> {
  const rows = await query(
    `WITH firing AS (
       SELECT id, workspace_id FROM reminder WHERE status = 'firing' AND (id = $1 OR $1::uuid IS NULL AND due_at <= ${now})
        ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ), known AS (
       SELECT firing.id, firing.workspace_id, count(delivery.accepted_at) AS accepted, min(delivery.due_at) AS next_try,
              count(delivery.failed_at) AS failed, max(failure) FILTER (WHERE failed_at IS NOT NULL) AS failure,
              count(*) FILTER (WHERE suppressed <> 'device_gone') AS kept,
              (array_agg(suppressed ORDER BY array_position(ARRAY['snoozed', 'quiet_hours'], suppressed)) FILTER (WHERE suppressed <> 'device_gone'))[1] AS suppressed
         FROM firing LEFT JOIN delivery ON delivery.reminder_id = firing.id AND delivery.workspace_id = firing.workspace_id AND delivery.kind = 'reminder'
        GROUP BY firing.id, firing.workspace_id
     ), verdict AS (
       SELECT *, CASE WHEN accepted > 0 THEN 'dispatched' WHEN next_try IS NOT NULL THEN 'firing'
                      WHEN failed = 0 AND kept > 0 THEN 'suppressed' ELSE 'failed' END AS status FROM known
     ), settled AS (
       UPDATE reminder SET status = verdict.status,
              reason = CASE verdict.status WHEN 'suppressed' THEN verdict.suppressed WHEN 'failed' THEN coalesce(failure, 'no_device') END,
              settled_at = CASE WHEN verdict.status <> 'firing' THEN nod_now() END,
              -- A little after the next try, when its outcome is known.
              due_at = CASE WHEN verdict.status = 'firing' THEN greatest(next_try, nod_now()) + interval '2 seconds' END
         FROM verdict WHERE reminder.id = verdict.id RETURNING reminder.id, reminder.workspace_id, reminder.status
     )
     SELECT id, CASE WHEN status <> 'firing' THEN nod_tell(workspace_id, id, 'reminder') END FROM settled`,
    [id, limit],
  );
  return rows.length;
}
