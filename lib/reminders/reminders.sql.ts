import { query } from '@/lib/db/client';
import type { ReminderRow } from '@/lib/reminders/row';

/** Whose reminders they are: a member's, in one workspace. */
export interface ReminderOwner {
  workspaceId: string;
  memberId: string;
}

/** Columns that a new reminder needs; the database computes fire_at from inMinutes. */
export type ReminderFields = Pick<
  ReminderRow,
  | 'id'
  | 'workspace_id'
  | 'member_id'
  | 'key_id'
  | 'title'
  | 'body'
  | 'request_id'
  | 'content_digest'
  | 'agent_name'
  | 'session_id'
  | 'machine_id'
  | 'env'
> & { fire_at: string | null };

export interface RemindedRow {
  outcome: 'stored' | 'repeated' | 'past' | 'too_far' | 'limit' | 'suspended';
  reminder_id: string | null;
}

/** Stores a reminder through nod_remind(), or says which earlier one it repeats or which rule refused it. */
export async function storeReminder(
  fields: ReminderFields,
  inMinutes: number | null,
  pendingLimit: number,
): Promise<RemindedRow> {
  const [row] = await query<RemindedRow>(
    'SELECT (reminded).* FROM (SELECT nod_remind($1::jsonb, $2, $3) AS reminded OFFSET 0) call',
    [JSON.stringify(fields), inMinutes, pendingLimit],
  );
  if (!row) throw new Error('nod_remind() gave no row');
  return row;
}

/** One reminder of this member; undefined when they have none of that id. */
export async function selectReminder(owner: ReminderOwner, id: string): Promise<ReminderRow | undefined> {
  const [row] = await query<ReminderRow>(
    'SELECT * FROM reminder WHERE id = $1 AND workspace_id = $2 AND member_id = $3',
    [id, owner.workspaceId, owner.memberId],
  );
  return row;
}

/** What is still to come for this member, the next one first. The limit of pending ones bounds it. */
export function selectPending(owner: ReminderOwner): Promise<ReminderRow[]> {
  return query<ReminderRow>(
    `SELECT * FROM reminder WHERE workspace_id = $1 AND member_id = $2 AND status IN ('scheduled', 'firing') AND env IS NULL ORDER BY fire_at, id`,
    [owner.workspaceId, owner.memberId],
  );
}

/** Cancels a scheduled reminder, unless its dispatch began; whether this call did. */
export async function cancelScheduled(owner: ReminderOwner, id: string, reason: string): Promise<boolean> {
  const rows = await query(
    `WITH cancelled AS (
       UPDATE reminder SET status = 'cancelled', reason = $4, settled_at = nod_now(), due_at = NULL
        WHERE id = $1 AND workspace_id = $2 AND member_id = $3 AND status = 'scheduled' RETURNING id, workspace_id
     )
     SELECT nod_tell(workspace_id, id, 'reminder') FROM cancelled`,
    [id, owner.workspaceId, owner.memberId, reason],
  );
  return rows.length > 0;
}

export interface DeliveryCounts {
  pending: number;
  sent: number;
  delivered: number;
  failed: number;
}

/** What is known of the pushes of one reminder: taken by a push service, reported by the device, failed, still being tried. */
export async function countReminderDeliveries(owner: ReminderOwner, id: string): Promise<DeliveryCounts> {
  const [row] = await query<DeliveryCounts>(
    `SELECT count(*) FILTER (WHERE accepted_at IS NULL AND failed_at IS NULL AND suppressed IS NULL)::int AS pending,
            count(*) FILTER (WHERE accepted_at IS NOT NULL)::int AS sent,
            count(*) FILTER (WHERE displayed_at IS NOT NULL OR clicked_at IS NOT NULL)::int AS delivered,
            count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
       FROM delivery WHERE reminder_id = $1 AND workspace_id = $2`,
    [id, owner.workspaceId],
  );
  if (!row) throw new Error('count gave no row');
  return row;
}

export interface Standing {
  /** The database's clock. */
  now: Date;
  time_zone: string;
  /** Devices of this member that take reminders. */
  devices: number;
}

/** What a reply about reminders needs to know of their member. */
export async function selectStanding(owner: ReminderOwner): Promise<Standing> {
  const [row] = await query<Standing>(
    `SELECT nod_now() AS now, time_zone,
            (SELECT count(*)::int FROM device WHERE member_id = member.id AND workspace_id = $1 AND status = 'active' AND gets_reminders) AS devices
       FROM member WHERE id = $2 AND workspace_id = $1`,
    [owner.workspaceId, owner.memberId],
  );
  if (!row) throw new Error('the member is gone');
  return row;
}

export interface PastReminderRow extends ReminderRow, DeliveryCounts {
  key_name: string | null;
}

/** A member's reminders for their page, pending ones first, then the newest; with who left them and what came of them. */
export function selectForPage(owner: ReminderOwner, pastLimit: number): Promise<PastReminderRow[]> {
  return query<PastReminderRow>(
    `WITH shown AS (
       (SELECT * FROM reminder WHERE workspace_id = $1 AND member_id = $2 AND env IS NULL AND settled_at IS NULL)
       UNION ALL
       (SELECT * FROM reminder WHERE workspace_id = $1 AND member_id = $2 AND env IS NULL AND settled_at IS NOT NULL ORDER BY settled_at DESC LIMIT $3)
     )
     SELECT shown.*, api_key.name AS key_name, counted.* FROM shown LEFT JOIN api_key ON api_key.id = shown.key_id,
       LATERAL (SELECT count(*) FILTER (WHERE accepted_at IS NULL AND failed_at IS NULL AND suppressed IS NULL)::int AS pending,
                       count(*) FILTER (WHERE accepted_at IS NOT NULL)::int AS sent,
                       count(*) FILTER (WHERE displayed_at IS NOT NULL OR clicked_at IS NOT NULL)::int AS delivered,
                       count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
                  FROM delivery WHERE reminder_id = shown.id) counted
      ORDER BY settled_at DESC NULLS FIRST, fire_at, shown.id`,
    [owner.workspaceId, owner.memberId, pastLimit],
  );
}
