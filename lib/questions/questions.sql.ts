import { query } from '@/lib/db/client';
import type { AlwaysRule } from '@/lib/policies/always-allow';
import type { QuestionRow } from '@/lib/questions/row';
import { redact } from '@/lib/redact';

/** What every read of a question selects: the row and how the database's clock judges it. */
export const selected = `question.*,
  extract(epoch FROM expires_at - nod_now()) * 1000 AS expires_in_ms,
  extract(epoch FROM wait_ends_at - nod_now()) * 1000 AS wait_ends_in_ms,
  coalesce(listening_until > nod_now(), false) AS listening,
  expires_at IS NULL AND state = 'pending' AND greatest(last_polled_at, listening_until, question.created_at) < nod_now() - interval '24 hours' AS agent_gone`;

/** How long the process that settled has for the pushes that follow, before another sends them. */
const pushLease = `interval '60 seconds'`;

/** extract() gives numeric, which the driver hands over as text. */
export const judged = (row: QuestionRow): QuestionRow => ({
  ...row,
  expires_in_ms: row.expires_in_ms === null ? null : Number(row.expires_in_ms),
  wait_ends_in_ms: row.wait_ends_in_ms === null ? null : Number(row.wait_ends_in_ms),
});

export async function selectQuestion(workspaceId: string, id: string): Promise<QuestionRow | undefined> {
  const rows = await query<QuestionRow>(
    `SELECT ${selected} FROM question WHERE id = $1 AND workspace_id = $2`,
    [id, workspaceId],
    'select-question',
  );
  return rows[0] && judged(rows[0]);
}

export async function selectPending(workspaceId: string, limit: number): Promise<QuestionRow[]> {
  const rows = await query<QuestionRow>(
    `SELECT ${selected} FROM question
      WHERE workspace_id = $1 AND state = 'pending' AND env IS NULL AND kind <> 'decision' AND (expires_at IS NULL OR expires_at > nod_now())
      ORDER BY created_at, id LIMIT $2`,
    [workspaceId, limit],
    'select-pending',
  );
  return rows.map(judged);
}

/** Which of these ids no longer wait for an answer: settled, or past a deadline. One query for all waiters of a process. */
export async function selectNoLongerPending(ids: string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM question WHERE id = ANY ($1::uuid[]) AND (state <> 'pending' OR expires_at <= nod_now())`,
    [ids],
  );
  return rows.map((row) => row.id);
}

export interface SettledRow {
  id: string;
  workspace_id: string;
  state: 'answered' | 'cancelled' | 'expired';
  agent_session_id: string | null;
  /** The devices whose notification is to be replaced; planned by the same statement. */
  targets: PushTarget[];
}

export interface AnswerParameters {
  workspaceId: string;
  id: string;
  value: string;
  note: string | null;
  source: string | null;
  /** Who decides, exactly one: a member, the end user who is asked, a key that passes on what they said, or (none given) the sandbox. */
  memberId: string | null;
  endUserId: string | null;
  keyId: string | null;
  deviceId: string | null;
  deliveryId: string | null;
  /** The browser, when the answer comes from a page. */
  webSessionId: string | null;
  /** The digest of what the person was shown; null when the answer comes with a one-question token instead. */
  shownDigest: string | null;
  /** The rule that the person made with their yes. */
  rule: AlwaysRule | null;
}

/**
 * Records an answer: compare-and-set, the ledger row, the owed callback and the wake-up in one statement. Gives the row that won, or
 * nothing when somebody else settled the question, its deadline has passed, the token was used or the member may not answer.
 */
export async function settleAsAnswered(answer: AnswerParameters): Promise<SettledRow | undefined> {
  const rows = await query<SettledRow>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at),
     settled AS (
       UPDATE question SET state = 'answered', settled_at = clock.at, answer_value = $3, answer_note = $4, answer_source = $5,
              answered_by = $6, answered_by_key = $15,
              -- On a page: the device that this browser is, if it is one.
              answered_on = coalesce($7, (SELECT device.id FROM device WHERE device.web_session_id = $12 AND device.member_id = $6
                                           AND device.status = 'active' ORDER BY device.last_seen_at DESC LIMIT 1))
         FROM clock
        WHERE question.id = $1 AND question.workspace_id = $2 AND question.state = 'pending'
          AND (question.expires_at IS NULL OR question.expires_at > clock.at)
          AND ($9::text IS NULL OR question.content_digest = $9)
          -- Whoever answers must still be allowed to at this moment; a decision is its end user's, where it names one.
          AND CASE WHEN $6::uuid IS NOT NULL THEN question.external_id IS NULL
                     AND EXISTS (SELECT 1 FROM member WHERE member.id = $6 AND member.workspace_id = $2 AND member.removed_at IS NULL AND member.role <> 'viewer')
                   WHEN $16::uuid IS NOT NULL THEN question.kind = 'decision' AND question.end_user_id = $16
                   WHEN $15::uuid IS NOT NULL THEN question.kind = 'decision'
                     AND EXISTS (SELECT 1 FROM api_key JOIN member ON member.id = api_key.member_id
                                  WHERE api_key.id = $15 AND api_key.workspace_id = $2 AND api_key.kind = 'full' AND api_key.revoked_at IS NULL
                                    AND (api_key.expires_at IS NULL OR api_key.expires_at > clock.at) AND member.removed_at IS NULL AND member.role <> 'viewer')
                   ELSE question.kind = 'decision' AND question.sandbox_due_at IS NOT NULL END
          AND ($8::uuid IS NULL OR EXISTS (SELECT 1 FROM delivery JOIN device ON device.id = delivery.device_id
                                            WHERE delivery.id = $8 AND delivery.question_id = $1 AND delivery.token_used_at IS NULL AND device.status = 'active'
                                              AND nod_may_get(device.member_id, device.end_user_id, $1)))
       RETURNING question.*
     ), token AS (
       UPDATE delivery SET token_used_at = clock.at, due_at = NULL FROM clock, settled WHERE delivery.id = $8 RETURNING delivery.id
     ), ruled AS (
       -- With the answer or not at all. What somebody forbids meanwhile stays forbidden.
       INSERT INTO policy_rule (id, workspace_id, pattern, effect, repo_key, agent_session_id, origin, question_id, created_by, created_at, expires_at)
       SELECT gen_random_uuid(), workspace_id, $13, 'allow', repo_key, CASE WHEN $14 = 'session' THEN agent_session_id END, 'answer', id, $6,
              clock.at, CASE WHEN $14 = 'hour' THEN clock.at + interval '1 hour' END
         FROM settled, clock WHERE $13::text IS NOT NULL
          AND NOT nod_is_denied(workspace_id, $13, repo_key, CASE WHEN $14 = 'session' THEN agent_session_id END, clock.at)
       ON CONFLICT (workspace_id, pattern, coalesce(repo_key, ''), coalesce(agent_session_id, '00000000-0000-0000-0000-000000000000'),
                   (expires_at IS NULL))
       DO UPDATE SET effect = 'allow', mode = NULL, timeout_seconds = NULL, timeout_action = NULL, push_first_seconds = NULL, origin = 'answer',
                     question_id = EXCLUDED.question_id, created_by = EXCLUDED.created_by, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
        WHERE policy_rule.effect <> 'deny' OR policy_rule.expires_at <= EXCLUDED.created_at
       RETURNING *
     ), entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'answered', id, jsonb_strip_nulls(jsonb_build_object('value', $10::text, 'note', $11::text, 'source', answer_source,
              'member', answered_by, 'device', answered_on, 'digest', content_digest, 'endUser', end_user_id, 'key', answered_by_key))
         FROM settled WHERE (SELECT count(*) FROM token) >= 0 AND (SELECT count(*) FROM ruled) >= 0 RETURNING seq
     ), rule_entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'rule_made', id, jsonb_strip_nulls(jsonb_build_object('pattern', pattern, 'effect', effect, 'repo', repo_key,
              'session', agent_session_id, 'until', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', created_by,
              'origin', origin, 'question', question_id))
         FROM ruled WHERE (SELECT count(*) FROM entry) >= 0 RETURNING seq
     ), owed AS (
       INSERT INTO outbox_message (id, workspace_id, question_id, kind, url, body, due_at)
       SELECT gen_random_uuid(), workspace_id, id, 'callback', callback_url, json_strip_nulls(json_build_object('event', 'decision.answered',
              'correlationId', id, 'answer', said, 'value', said,
              'answeredAt', to_char(settled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'context', wire -> 'context', 'env', env))::text, settled_at
         -- A choice in the words that it was offered in, also where people saw it without its secrets.
         FROM settled, coalesce(wire -> 'options' ->> (array_position(options, answer_value) - 1), answer_value) AS said WHERE callback_url IS NOT NULL RETURNING id
     )
     SELECT settled.id, settled.workspace_id, settled.state, settled.agent_session_id, nod_tell(settled.workspace_id, settled.id, 'answered'),
            nod_plan_settled(settled.workspace_id, settled.id, $7::uuid, ${pushLease}) AS targets
       FROM settled`,
    [
      answer.id,
      answer.workspaceId,
      answer.value,
      answer.note,
      answer.source,
      answer.memberId,
      answer.deviceId,
      answer.deliveryId,
      answer.shownDigest,
      // The ledger can never be corrected, so a secret that was typed as an answer must not get into it.
      redact(answer.value),
      answer.note === null ? null : redact(answer.note),
      answer.webSessionId,
      answer.rule?.pattern ?? null,
      answer.rule?.for ?? null,
      answer.keyId,
      answer.endUserId,
    ],
    'settle-answered',
  );
  return rows[0];
}

/** Withdraws one pending question, or an end user's decision for its integrator; with `handoff` its session asks in its own client for the next minute. */
export async function settleAsCancelled(
  workspaceId: string,
  id: string,
  reason: 'handoff' | 'integrator',
): Promise<SettledRow | undefined> {
  const rows = await query<SettledRow>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at),
     settled AS (
       UPDATE question SET state = 'cancelled', settled_at = clock.at, settled_reason = $3
         FROM clock
        WHERE question.id = $1 AND question.workspace_id = $2 AND question.state = 'pending' AND (question.kind = 'decision') = ($3 = 'integrator')
          AND (question.expires_at IS NULL OR question.expires_at > clock.at)
       RETURNING question.*
     ), handing_off AS (
       UPDATE agent_session SET handing_off_until = clock.at + interval '60 seconds'
         FROM clock, settled WHERE agent_session.id = settled.agent_session_id AND $3 = 'handoff' RETURNING agent_session.id
     ), entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'cancelled', id, jsonb_build_object('reason', settled_reason) FROM settled
        -- Session before ledger, as nod_ask() locks them: PostgreSQL would run these parts in an order of its own.
        WHERE (SELECT count(*) FROM handing_off) >= 0 RETURNING seq
     )
     SELECT settled.id, settled.workspace_id, settled.state, settled.agent_session_id, nod_tell(settled.workspace_id, settled.id, 'cancelled'),
            nod_plan_settled(settled.workspace_id, settled.id, NULL, ${pushLease}) AS targets
       FROM settled`,
    [id, workspaceId, reason],
    'settle-cancelled',
  );
  return rows[0];
}

/** Lets the session of a question that is no longer open ask in its own client for a minute; false when it has none. */
export async function markHandingOff(workspaceId: string, questionId: string): Promise<boolean> {
  const rows = await query(
    `UPDATE agent_session SET handing_off_until = nod_now() + interval '60 seconds'
       FROM question WHERE question.id = $1 AND question.workspace_id = $2 AND agent_session.id = question.agent_session_id RETURNING agent_session.id`,
    [questionId, workspaceId],
  );
  return rows.length > 0;
}

/**
 * Settles those of these questions whose deadline has passed; without ids, every such question, oldest first. Named questions are
 * waited for when somebody holds them (an answer that began before the deadline may be about to win); a sweep passes them by.
 * Ledgers are written in one order, so that two sweeps never wait for each other.
 */
export async function settleAsExpired(ids: string[] | undefined, limit: number): Promise<SettledRow[]> {
  return query<SettledRow>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at),
     due AS (
       SELECT question.id FROM question
        WHERE state = 'pending' AND expires_at <= (SELECT at FROM clock) AND ($1::uuid[] IS NULL OR question.id = ANY ($1))
        ORDER BY question.expires_at, question.id LIMIT $2 FOR UPDATE OF question ${ids ? '' : 'SKIP LOCKED'}
     ), settled AS (
       UPDATE question SET state = 'expired', settled_at = question.expires_at FROM due
        WHERE question.id = due.id AND question.state = 'pending' RETURNING question.*
     ), entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id) SELECT workspace_id, 'expired', id FROM settled ORDER BY workspace_id, id RETURNING seq
     ), in_order AS MATERIALIZED (
       -- As receipts lock them, whatever order the questions have.
       SELECT delivery.id FROM delivery JOIN settled ON settled.id = delivery.question_id ORDER BY delivery.id FOR NO KEY UPDATE OF delivery
     )
     SELECT settled.id, settled.workspace_id, settled.state, settled.agent_session_id, nod_tell(settled.workspace_id, settled.id, 'expired'),
            nod_plan_settled(settled.workspace_id, settled.id, NULL, ${pushLease}) AS targets
       FROM settled WHERE (SELECT count(*) FROM in_order) >= 0`,
    [ids ?? null, limit],
  );
}

export interface AskedRow {
  outcome: 'stored' | 'repeated' | 'stopped' | 'session_limit' | 'workspace_limit' | 'end_user_limit' | 'unreachable';
  id: string | null;
  created_at: Date | null;
  expires_at: Date | null;
  limit_value: number | null;
  targets: PushTarget[] | null;
  open_pages: boolean | null;
  /** How many questions wait now, this one included: the number on the badge. */
  pending: number | null;
  /** How many devices the end user of a decision has. */
  device_count: number | null;
}

/** One device that a delivery row was made for, with the token that may answer from it. */
export interface PushTarget {
  delivery_id: string;
  token: string | null;
  device_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  channel: 'web' | 'mobile';
  /** Its owner wants no text on its lock screen. */
  hides_text?: boolean;
  /** alert: it is only told, and cannot be answered from there. */
  kind?: string;
}

/**
 * Stores a question through nod_ask(): kill switch, repeats, limits, the row, its ledger entry and its planned deliveries behind one lock.
 * `plan` is what planAsJson() gives; `lifetimeMs` null means no deadline; `leaseMs` is how long this process has for the first try of each push.
 */
export async function storeQuestion(
  fields: Record<string, unknown>,
  lifetimeMs: number | null,
  plan: string,
  leaseMs: number,
): Promise<AskedRow> {
  const rows = await query<AskedRow>(
    `SELECT (asked).* FROM (SELECT nod_ask($1::jsonb, $2::bigint * interval '1 millisecond', $3::jsonb, $4::bigint * interval '1 millisecond') AS asked OFFSET 0) call`,
    [JSON.stringify(fields), lifetimeMs, plan, leaseMs],
    'store-question',
  );
  const row = rows[0];
  if (!row) throw new Error('nod_ask() gave no row');
  return row;
}
