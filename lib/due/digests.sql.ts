import { query } from '@/lib/db/client';
import type { DigestText, DueDelivery } from '@/lib/delivery/deliveries.sql';
import { planAsJson } from '@/lib/delivery/facts';

export interface DueDigest {
  member_id: string;
  workspace_id: string;
  due_at: Date;
}

/** Members whose digest is due by the database's clock. */
export async function selectDueDigests(limit: number): Promise<DueDigest[]> {
  return query<DueDigest>(
    `SELECT id AS member_id, workspace_id, digest_due_at AS due_at FROM member
      WHERE digest_due_at <= (SELECT nod_now()) AND removed_at IS NULL ORDER BY digest_due_at LIMIT $1`,
    [limit],
  );
}

/** Moves a digest whose member still rests, unless something came or was changed meanwhile. */
export async function postponeDigest({ member_id: id, due_at: was }: DueDigest, until: Date): Promise<void> {
  await query('UPDATE member SET digest_due_at = $3 WHERE id = $1 AND digest_due_at = $2', [id, was, until]);
}

/** One push that was held back, and what it was about. */
export interface HeldPush {
  delivery_id: string;
  device_id: string;
  device_active: boolean;
  kind: 'question' | 'update' | 'reminder';
  id: string;
  title: string;
  /** A question that is settled need not be told of any more. */
  matters: boolean;
}

/** What was held back for a member and not told of yet, oldest first. */
export async function selectHeldBack({
  member_id: memberId,
  workspace_id: workspaceId,
}: DueDigest): Promise<HeldPush[]> {
  return query<HeldPush>(
    `SELECT delivery.id AS delivery_id, device.id AS device_id, device.status = 'active' AS device_active,
            CASE WHEN delivery.notification_id IS NOT NULL THEN 'update' WHEN delivery.reminder_id IS NOT NULL THEN 'reminder'
                 -- Only told, never open here: news by now.
                 WHEN question.state = 'notified' THEN 'update' ELSE 'question' END AS kind,
            coalesce(notification.id, reminder.id, question.id) AS id,
            left(coalesce(notification.title, reminder.title, reminder.body, question.question), 200) AS title,
            delivery.notification_id IS NOT NULL OR delivery.reminder_id IS NOT NULL
              OR question.state = 'notified' OR question.state = 'pending' AND (question.expires_at IS NULL OR question.expires_at > nod_now()) AS matters
       FROM delivery JOIN device ON device.id = delivery.device_id
       LEFT JOIN question ON question.id = delivery.question_id LEFT JOIN notification ON notification.id = delivery.notification_id
       LEFT JOIN reminder ON reminder.id = delivery.reminder_id
      WHERE delivery.workspace_id = $2 AND device.member_id = $1 AND delivery.suppressed IN ('snoozed', 'quiet_hours') AND digested_at IS NULL
      ORDER BY delivery.created_at, delivery.id`,
    [memberId, workspaceId],
  );
}

/** What becomes of pushes that were read: told of in the digest, or closed with a reason. */
export interface Digested {
  /** On these devices the digest is shown. */
  devices: string[];
  told: string[];
  closed: { id: string; reason: string }[];
  text?: DigestText;
  /** The only thing is one question: it goes out as itself, so that it can be answered from the lock screen. */
  singleQuestion?: string;
}

/**
 * Claims one digest, marks what it tells of and plans its pushes, in one statement: of several processes one sends it, and only if
 * nothing came since it was read. Only pushes that were read are marked.
 */
export async function claimDigest(digest: DueDigest, made: Digested, leaseMs: number): Promise<DueDelivery[]> {
  return query<DueDelivery>(
    `WITH claimed AS (
       UPDATE member SET digest_due_at = NULL WHERE id = $1 AND digest_due_at = $2 AND removed_at IS NULL RETURNING id, workspace_id
     ), marked AS (
       SELECT id, NULL AS reason FROM unnest($6::uuid[]) AS id UNION ALL SELECT * FROM unnest($7::uuid[], $8::text[])
     ), noted AS (
       UPDATE delivery SET digested_at = CASE WHEN locked.reason IS NULL THEN nod_now() END, suppressed = coalesce(locked.reason, suppressed)
         FROM (SELECT delivery.id, marked.reason FROM claimed, delivery JOIN marked ON marked.id = delivery.id ORDER BY delivery.id FOR NO KEY UPDATE OF delivery) locked
        WHERE delivery.id = locked.id
     )
     SELECT target.*, claimed.workspace_id, $4::uuid AS question_id, NULL AS notification_id, NULL AS reminder_id, $3::jsonb AS shown, 1 AS attempts
       FROM claimed, LATERAL nod_carry_out(claimed.workspace_id, $4, NULL, NULL, CASE WHEN $4::uuid IS NULL THEN 'digest' ELSE 'nudge' END,
                                           $9::jsonb, $5::bigint * interval '1 millisecond', $3::jsonb) target`,
    [
      digest.member_id,
      digest.due_at,
      made.text ? JSON.stringify(made.text) : null,
      made.singleQuestion ?? null,
      leaseMs,
      made.told,
      made.closed.map(({ id }) => id),
      made.closed.map(({ reason }) => reason),
      planAsJson({ entries: made.devices.map((device) => ({ device, mayAnswer: made.singleQuestion !== undefined })) }),
    ],
  );
}
