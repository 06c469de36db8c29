import { query } from '@/lib/db/client';
import type { DigestText, DueDelivery } from '@/lib/delivery/deliveries.sql';

export interface DueDigest {
  member_id: string;
  workspace_id: string;
  due_at: Date;
}

/** Members whose digest is due by the database's clock. */
export async function selectDueDigests(limit: number): Promise<DueDigest[]> {
  return query<DueDigest>(
    `SELECT id AS member_id, workspace_id, digest_due_at AS due_at FROM member
      WHERE digest_due_at <= nod_now() AND removed_at IS NULL ORDER BY digest_due_at LIMIT $1`,
    [limit],
  );
}

/** Moves a digest whose member still rests, unless somebody changed it meanwhile. */
export async function postponeDigest({ member_id: id, due_at: was }: DueDigest, until: Date): Promise<void> {
  await query('UPDATE member SET digest_due_at = $3 WHERE id = $1 AND digest_due_at = $2', [id, was, until]);
}

export interface HeldThing {
  kind: 'question' | 'update' | 'reminder';
  id: string;
  title: string;
}

/** What was held back for a member and still matters: questions that still wait, updates, reminders. Oldest first. */
export async function selectHeldBack({
  member_id: memberId,
  workspace_id: workspaceId,
}: DueDigest): Promise<HeldThing[]> {
  return query<HeldThing>(
    `SELECT DISTINCT ON (created_at, id) * FROM (
       SELECT CASE WHEN delivery.notification_id IS NOT NULL THEN 'update' WHEN delivery.reminder_id IS NOT NULL THEN 'reminder' ELSE 'question' END AS kind,
              coalesce(notification.id, reminder.id, question.id) AS id, coalesce(notification.title, reminder.title, reminder.body, question.question) AS title,
              coalesce(notification.created_at, reminder.fire_at, question.created_at) AS created_at
         FROM delivery JOIN device ON device.id = delivery.device_id
         LEFT JOIN question ON question.id = delivery.question_id LEFT JOIN notification ON notification.id = delivery.notification_id
         LEFT JOIN reminder ON reminder.id = delivery.reminder_id
        WHERE delivery.workspace_id = $2 AND device.member_id = $1 AND delivery.suppressed IN ('snoozed', 'quiet_hours') AND digested_at IS NULL
          AND (delivery.notification_id IS NOT NULL OR delivery.reminder_id IS NOT NULL
               OR question.state = 'pending' AND (question.expires_at IS NULL OR question.expires_at > nod_now()))
     ) held ORDER BY created_at, id LIMIT 500`,
    [memberId, workspaceId],
  );
}

/**
 * Claims one digest, marks what it tells of and plans its pushes, in one statement: of several processes one sends it. A single question
 * goes out as itself, so that it can be answered from the lock screen. An empty `text` only closes the digest.
 */
export async function claimDigest(
  digest: DueDigest,
  text: DigestText | undefined,
  singleQuestion: string | undefined,
  leaseMs: number,
): Promise<DueDelivery[]> {
  return query<DueDelivery>(
    `WITH claimed AS (
       UPDATE member SET digest_due_at = NULL WHERE id = $1 AND digest_due_at = $2 AND removed_at IS NULL RETURNING id, role, workspace_id
     ), told AS (
       UPDATE delivery SET digested_at = nod_now() FROM (
         SELECT delivery.id FROM delivery JOIN device ON device.id = delivery.device_id JOIN claimed ON claimed.id = device.member_id
          WHERE delivery.workspace_id = claimed.workspace_id AND suppressed IN ('snoozed', 'quiet_hours') AND digested_at IS NULL
          ORDER BY delivery.id FOR NO KEY UPDATE OF delivery) held
        WHERE delivery.id = held.id RETURNING delivery.device_id
     ), chosen AS (
       SELECT device.*, claimed.role <> 'viewer' AND $4::uuid IS NOT NULL AS may_answer,
              replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') AS token
         FROM device JOIN claimed ON claimed.id = device.member_id AND claimed.workspace_id = device.workspace_id
        WHERE device.status = 'active' AND $3::jsonb IS NOT NULL AND device.id IN (SELECT device_id FROM told)
     ), planned AS (
       INSERT INTO delivery (id, workspace_id, device_id, question_id, kind, token_hashes, attempts, due_at, shown)
       SELECT gen_random_uuid(), workspace_id, id, $4, CASE WHEN $4::uuid IS NULL THEN 'digest' ELSE 'nudge' END,
              CASE WHEN may_answer THEN ARRAY[sha256(convert_to(token, 'UTF8'))] ELSE '{}' END, 1, nod_now() + $5::bigint * interval '1 millisecond', $3::jsonb
         FROM chosen RETURNING id, device_id, kind
     )
     SELECT planned.id AS delivery_id, CASE WHEN may_answer THEN token END AS token, chosen.id AS device_id, endpoint, p256dh, auth, channel, hides_text,
            planned.kind, workspace_id, $4::uuid AS question_id, NULL AS notification_id, NULL AS reminder_id, $3::jsonb AS shown, 1 AS attempts
       FROM planned JOIN chosen ON chosen.id = planned.device_id`,
    [digest.member_id, digest.due_at, text ? JSON.stringify(text) : null, singleQuestion ?? null, leaseMs],
  );
}
