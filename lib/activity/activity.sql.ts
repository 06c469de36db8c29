import { query } from '@/lib/db/client';

export interface ActivityRow {
  id: string;
  kind: 'question' | 'notification';
  at: Date;
  agent_name: string;
  title: string;
  body: string | null;
  state: string;
  type: string;
  answer_value: string | null;
  env: string | null;
}

/**
 * The newest things that happened, before a position of an earlier page (keyset: time and id). Questions stand at the time they were
 * asked; both halves read their index from the top, so the size of the tables does not matter.
 */
export async function selectActivity(
  workspaceId: string,
  before: { at: string; id: string } | undefined,
  limit: number,
): Promise<ActivityRow[]> {
  return query<ActivityRow>(
    `SELECT * FROM (
       (SELECT id, 'question' AS kind, created_at AS at, agent_name, question AS title, NULL AS body, state, type, answer_value, env FROM question
         WHERE workspace_id = $1 AND kind <> 'decision' AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
         ORDER BY created_at DESC, id DESC LIMIT $4)
       UNION ALL
       (SELECT id, 'notification', created_at, agent_name, title, body, coalesce(suppressed, 'sent'), type, NULL, env FROM notification
         WHERE workspace_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
         ORDER BY created_at DESC, id DESC LIMIT $4)
     ) both_kinds ORDER BY at DESC, id DESC LIMIT $4`,
    [workspaceId, before?.at ?? null, before?.id ?? null, limit],
    'select-activity',
  );
}

/** What was settled last, for the foot of the Waiting list. */
export async function selectJustSettled(
  workspaceId: string,
  limit: number,
): Promise<(ActivityRow & { settled_at: Date; by_name: string | null; on_name: string | null })[]> {
  return query(
    `SELECT question.id, 'question' AS kind, question.created_at AS at, agent_name, question AS title, NULL AS body, state, type, answer_value, env, settled_at,
            coalesce(nullif(person.name, ''), person.email) AS by_name, device.name AS on_name
       FROM question LEFT JOIN member ON member.id = answered_by LEFT JOIN person ON person.id = member.person_id LEFT JOIN device ON device.id = answered_on
      WHERE question.workspace_id = $1 AND question.env IS NULL AND question.kind <> 'decision' AND state <> 'pending'
        AND question.created_at > nod_now() - interval '7 days'
      ORDER BY settled_at DESC LIMIT $2`,
    [workspaceId, limit],
  );
}

/** How many agent sessions were seen lately. */
export async function countWorkingSessions(workspaceId: string): Promise<number> {
  const rows = await query<{ count: string }>(
    `SELECT count(*) AS count FROM agent_session WHERE workspace_id = $1 AND ended_at IS NULL AND last_seen_at > nod_now() - interval '15 minutes'`,
    [workspaceId],
  );
  return Number(rows[0]?.count ?? 0);
}
