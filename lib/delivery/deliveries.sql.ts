import { query } from '@/lib/db/client';
import type { PushTarget } from '@/lib/questions/questions.sql';

/**
 * Notes which pushes their services took: one statement for as many as came together. Both tables
 * are locked in one order, for two at once. Gives those whose question is settled by now.
 */
export async function markAccepted(deliveryIds: string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `WITH accepted AS (
       UPDATE delivery SET accepted_at = nod_now(), due_at = NULL, failure = NULL
         FROM (SELECT id FROM delivery WHERE id = ANY ($1::uuid[]) AND accepted_at IS NULL ORDER BY id FOR NO KEY UPDATE) mine
        WHERE delivery.id = mine.id RETURNING delivery.id, device_id, question_id, kind
     ), ordered AS (
       SELECT id FROM device WHERE id IN (SELECT device_id FROM accepted) ORDER BY id FOR NO KEY UPDATE
     ), seen AS (
       UPDATE device SET last_delivered_at = nod_now() FROM ordered WHERE device.id = ordered.id
     )
     SELECT accepted.id FROM accepted JOIN question ON question.id = question_id WHERE accepted.kind <> 'settled' AND question.state NOT IN ('pending', 'notified')`,
    [deliveryIds],
    'mark-accepted',
  );
  return rows.map((row) => row.id);
}

/** Notes a push that will be tried again at the given distance from now. */
export async function markForRetry(deliveryId: string, reason: string, inMs: number): Promise<void> {
  // No workspace: only the due loops need to hear of it.
  await query(
    `WITH marked AS (UPDATE delivery SET failure = $2, due_at = nod_now() + $3::bigint * interval '1 millisecond' WHERE id = $1 RETURNING id)
     SELECT nod_tell(NULL, id, 'due') FROM marked`,
    [deliveryId, reason, Math.round(inMs)],
  );
}

/** Plans the pushes that replace a settled question's notification once more: for when another process settled it while this one still sent. */
export async function planSettledAgain(
  workspaceId: string,
  questionId: string,
  leaseMs: number,
): Promise<PushTarget[]> {
  const rows = await query<{ targets: PushTarget[] }>(
    `SELECT nod_plan_settled($1, $2, (SELECT answered_on FROM question WHERE id = $2 AND answer_source IN ('mobile_background', 'answer_link')), $3::bigint * interval '1 millisecond') AS targets`,
    [workspaceId, questionId, leaseMs],
  );
  return rows[0]?.targets ?? [];
}

/** Notes a push that failed for good; a device whose subscription is gone is marked so, its row kept. */
export async function markFailed(deliveryId: string, reason: string, deviceIsGone: boolean): Promise<void> {
  await query(
    `WITH failed AS (UPDATE delivery SET failed_at = nod_now(), due_at = NULL, failure = $2 WHERE id = $1 RETURNING device_id)
     UPDATE device SET status = CASE WHEN $3 THEN 'expired' ELSE status END, status_reason = $2
      FROM failed WHERE device.id = failed.device_id AND device.status = 'active'`,
    [deliveryId, reason, deviceIsGone],
  );
}

export interface DeliveryCounts {
  web: number;
  mobile: number;
  /** Sent, and neither taken nor failed yet. */
  waiting: number;
  /** On devices that may answer: sent at least once, or about to be while Nod is open in front of the person. */
  rung: number;
  /** On devices that may answer: taken, still possible, or told of in a digest later. */
  answerable: number;
  /** On devices that may answer: kept silent while somebody types, or until the digest. */
  silent: number;
  silent_until: Date | null;
  failure: string | null;
}

/** What is known of the pushes of one question. */
export async function countDeliveries(workspaceId: string, questionId: string): Promise<DeliveryCounts> {
  const rows = await query<DeliveryCounts>(
    `WITH known AS (
       SELECT delivery.*, device.channel, member.digest_due_at, member.role <> 'viewer' AND kind <> 'alert' AS may_answer,
              accepted_at IS NULL AND failed_at IS NULL
                AND (attempts = 0 AND held = 'at_keyboard' AND delivery.due_at IS NOT NULL OR suppressed IN ('snoozed', 'quiet_hours') AND digested_at IS NULL) AS is_silent
         FROM delivery JOIN device ON device.id = device_id JOIN member ON member.id = device.member_id
        WHERE question_id = $1 AND delivery.workspace_id = $2 AND kind <> 'settled'
     )
     SELECT count(*) FILTER (WHERE accepted_at IS NOT NULL AND channel = 'web')::int AS web,
            count(*) FILTER (WHERE accepted_at IS NOT NULL AND channel = 'mobile')::int AS mobile,
            count(*) FILTER (WHERE attempts > 0 AND accepted_at IS NULL AND failed_at IS NULL AND suppressed IS NULL)::int AS waiting,
            count(*) FILTER (WHERE may_answer AND NOT is_silent AND (attempts > 0 OR held = 'foreground'))::int AS rung,
            count(*) FILTER (WHERE may_answer AND failed_at IS NULL AND (suppressed IS NULL OR suppressed IN ('snoozed', 'quiet_hours')))::int AS answerable,
            count(*) FILTER (WHERE may_answer AND is_silent)::int AS silent,
            min(coalesce(due_at, digest_due_at)) FILTER (WHERE may_answer AND is_silent) AS silent_until,
            max(failure) AS failure
       FROM known`,
    [questionId, workspaceId],
    'count-deliveries',
  );
  const [counts] = rows;
  if (!counts) throw new Error('count gave no row');
  return counts;
}

/** Whether a member who may answer has a window of Nod open. */
export async function hasOpenPage(workspaceId: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 FROM web_session JOIN member ON member.id = web_session.member_id
      WHERE member.workspace_id = $1 AND member.removed_at IS NULL AND member.role <> 'viewer'
        AND web_session.revoked_at IS NULL AND web_session.open_until > nod_now() LIMIT 1`,
    [workspaceId],
  );
  return rows.length > 0;
}

/** What a digest says: it has no row of its own. */
export interface DigestText {
  title: string;
  body: string;
  path: string;
}

export interface DueDelivery extends PushTarget {
  /** Whose device it is; known of what was claimed because it was due. */
  member_id?: string;
  kind: 'question' | 'nudge' | 'alert' | 'notification' | 'reminder' | 'digest' | 'settled' | 'test';
  workspace_id: string;
  question_id: string | null;
  notification_id: string | null;
  reminder_id: string | null;
  shown: DigestText | null;
  attempts: number;
}

/**
 * Claims pushes that are due: held ones whose time has come, those to be tried again, and those that a process died over; a fresh token
 * for each question. What is settled by now or whose device is gone is closed instead.
 */
export async function claimDueDeliveries(limit: number, leaseMs: number): Promise<DueDelivery[]> {
  return query<DueDelivery>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at),
     due AS (
       SELECT delivery.id, delivery.kind,
              device.status = 'active' AND device.workspace_id = delivery.workspace_id
                AND nod_may_get(device.member_id, device.end_user_id, delivery.question_id) AS is_live,
              delivery.kind NOT IN ('question', 'nudge', 'alert') OR delivery.kind = 'alert' AND question.state = 'notified'
                OR question.state = 'pending' AND (question.expires_at IS NULL OR question.expires_at > clock.at) AS is_open,
              question.state = 'pending' AND member.role IS DISTINCT FROM 'viewer' AND delivery.kind NOT IN ('settled', 'alert') AS may_answer,
              replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') AS token
         FROM clock, delivery JOIN device ON device.id = delivery.device_id LEFT JOIN member ON member.id = device.member_id
         LEFT JOIN question ON question.id = delivery.question_id
        WHERE delivery.due_at <= (SELECT at FROM clock) ORDER BY delivery.due_at LIMIT $1 FOR UPDATE OF delivery SKIP LOCKED
     ), claimed AS (
       UPDATE delivery SET attempts = attempts + CASE WHEN is_live AND is_open THEN 1 ELSE 0 END,
              due_at = CASE WHEN is_live AND is_open THEN nod_now() + $2::bigint * interval '1 millisecond' END,
              suppressed = CASE WHEN NOT is_live THEN 'device_gone' WHEN NOT is_open THEN 'settled' ELSE suppressed END,
              token_hashes = CASE WHEN is_live AND is_open AND may_answer THEN token_hashes || sha256(convert_to(token, 'UTF8')) ELSE token_hashes END
         FROM due WHERE delivery.id = due.id RETURNING delivery.*, due.token, due.may_answer, is_live AND is_open AS wanted
     )
     SELECT claimed.id AS delivery_id, CASE WHEN may_answer THEN token END AS token, device_id, endpoint, p256dh, auth, channel, hides_text,
            device.member_id, claimed.kind, claimed.workspace_id, question_id, notification_id, reminder_id, shown, attempts
       FROM claimed JOIN device ON device.id = device_id WHERE wanted`,
    [limit, leaseMs],
  );
}

/** Turns a claimed push into one that is held back: its person began to rest since it was planned. What is snoozed makes their digest due. */
export async function holdBackClaimed(
  { delivery_id: id, member_id: memberId }: DueDelivery,
  reason: string,
  digestAt: Date | null,
): Promise<void> {
  await query(
    `WITH held AS (
       UPDATE delivery SET due_at = NULL, suppressed = $2, attempts = attempts - 1 WHERE id = $1 AND accepted_at IS NULL AND failed_at IS NULL AND due_at IS NOT NULL RETURNING id
     ), owed AS (
       UPDATE member SET digest_due_at = least(digest_due_at - interval '1 millisecond', $4::timestamptz) FROM held WHERE member.id = $3 AND $4::timestamptz IS NOT NULL
     )
     SELECT nod_tell(NULL, id, 'due') FROM held`,
    [id, reason, memberId, digestAt],
  );
}
