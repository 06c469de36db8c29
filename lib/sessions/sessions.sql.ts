import type { SessionStatus } from '@/lib/contract/session';
import { query } from '@/lib/db/client';
import { redact } from '@/lib/redact';

export interface SessionRow {
  id: string;
  agent_type: string;
  machine_id: string;
  session_id: string;
  agent_name: string;
  cwd: string | null;
  repo_key: string | null;
  last_action: string | null;
  created_at: Date;
  last_seen_at: Date;
  hook_seen_at: Date | null;
  ended_at: Date | null;
  /** When the kill switch of this session is over; null when it is not on. */
  stopped_until: Date | null;
  status: SessionStatus;
  /** How long ago it was seen, by the database's clock. */
  seen_ms_ago: number;
  /** The oldest question that waits, when one does. */
  question_id: string | null;
  question: string | null;
  question_at: Date | null;
  question_count: number;
}

/** A question that counts: it waits on the Waiting page too. */
const waits = `state = 'pending' AND env IS NULL AND kind <> 'decision' AND (expires_at IS NULL OR expires_at > nod_now())`;

/**
 * Sessions with their state as the database's clock has it now (spec 4.1): waiting, before errored, before offline (ended, or nothing for
 * 15 minutes), before idle (nothing for 2 minutes, turn over, or stopped), before active.
 */
const judged = `
  clock AS MATERIALIZED (SELECT nod_now() AS at),
  pending AS MATERIALIZED (
    SELECT agent_session_id, count(*)::int AS question_count, min(created_at) AS question_at,
           (array_agg(id ORDER BY created_at, id))[1] AS question_id, (array_agg(question ORDER BY created_at, id))[1] AS question
      FROM question WHERE workspace_id = $1 AND agent_session_id IS NOT NULL AND ${waits} GROUP BY agent_session_id
  ),
  judged AS (
    SELECT s.id, s.agent_type, s.machine_id, s.session_id, s.agent_name, s.cwd, s.repo_key, s.last_action, s.created_at, s.last_seen_at,
           s.hook_seen_at, s.ended_at, CASE WHEN s.stopped_until > clock.at THEN s.stopped_until END AS stopped_until,
           (extract(epoch FROM clock.at - s.last_seen_at) * 1000)::float8 AS seen_ms_ago,
           pending.question_id, pending.question, pending.question_at, coalesce(pending.question_count, 0) AS question_count,
           CASE WHEN pending.agent_session_id IS NOT NULL THEN 'waiting'
                WHEN s.errored_at IS NOT NULL THEN 'errored'
                WHEN s.ended_at IS NOT NULL OR s.last_seen_at <= clock.at - interval '15 minutes' THEN 'offline'
                WHEN s.last_seen_at <= clock.at - interval '2 minutes' OR s.turn_ended_at IS NOT NULL
                  OR greatest(s.stopped_until, workspace.stopped_until) > clock.at THEN 'idle'
                ELSE 'active' END AS status
      FROM clock, agent_session s JOIN workspace ON workspace.id = s.workspace_id LEFT JOIN pending ON pending.agent_session_id = s.id
     WHERE s.workspace_id = $1`;

/** As pages and agents may see it: asks name sessions too, and nothing took secrets out of what they say. */
const shown = (row: SessionRow): SessionRow => ({
  ...row,
  agent_type: redact(row.agent_type),
  agent_name: redact(row.agent_name),
  cwd: row.cwd === null ? null : redact(row.cwd),
  repo_key: row.repo_key === null ? null : redact(row.repo_key),
});

/** Of this many that were seen last, the state is worked out: more than are at work at once. */
const looked = 1000;

/**
 * The sessions that matter most, those that wait first, then those at work, then by when they were seen; only one state with `status`.
 * Looks at no more rows than it must: those that wait, those that failed, and the ones seen last.
 */
export async function selectSessions(
  workspaceId: string,
  status: SessionStatus | undefined,
  limit: number,
): Promise<SessionRow[]> {
  const rows = await query<SessionRow>(
    `WITH ${judged} AND s.id IN (
       (SELECT agent_session_id FROM pending)
       UNION ALL (SELECT id FROM agent_session WHERE workspace_id = $1 AND errored_at IS NOT NULL ORDER BY last_seen_at DESC LIMIT $3)
       UNION ALL (SELECT id FROM agent_session WHERE workspace_id = $1 ORDER BY last_seen_at DESC LIMIT ${looked}))
     )
     SELECT * FROM judged WHERE $2::text IS NULL OR status = $2
      ORDER BY array_position(ARRAY['waiting', 'active'], status), status = 'offline', last_seen_at DESC, id LIMIT $3`,
    [workspaceId, status ?? null, limit],
    'select-sessions',
  );
  return rows.map(shown);
}

export async function selectSession(workspaceId: string, id: string): Promise<SessionRow | undefined> {
  const rows = await query<SessionRow>(`WITH ${judged} AND s.id = $2) SELECT * FROM judged`, [workspaceId, id]);
  return rows.map(shown)[0];
}
