import { query } from '@/lib/db/client';
import { pushLeaseMs } from '@/lib/delivery/send';
import type { SettledRow } from '@/lib/questions/questions.sql';

/** Switches on through nod_stop(); undefined when there is no such session. */
export async function switchStop(
  workspaceId: string,
  agentSessionId: string | null,
  hours: number,
  memberId: string,
): Promise<{ until: Date; settled: SettledRow[] } | undefined> {
  const rows = await query<{ until: Date; settled: SettledRow[] }>(
    `SELECT * FROM nod_stop($1, $2, $3::float8 * interval '1 hour', $4, $5::bigint * interval '1 millisecond')`,
    [workspaceId, agentSessionId, hours, memberId, pushLeaseMs],
  );
  return rows[0];
}

/** Lifts the switch of a session or of the workspace, with its ledger entry; false when it was not on. */
export async function liftStop(workspaceId: string, agentSessionId: string | null, memberId: string): Promise<boolean> {
  const lifted = agentSessionId
    ? 'UPDATE agent_session SET stopped_until = NULL WHERE workspace_id = $1 AND id = $2::uuid AND stopped_until > nod_now() RETURNING workspace_id'
    : 'UPDATE workspace SET stopped_until = NULL WHERE id = $1 AND $2::uuid IS NULL AND stopped_until > nod_now() RETURNING id AS workspace_id';
  const rows = await query(
    `WITH lifted AS (${lifted}),
     entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'resumed', $2::uuid, jsonb_strip_nulls(jsonb_build_object('by', $3::text, 'session', $2::text)) FROM lifted RETURNING seq
     )
     SELECT nod_tell(workspace_id, coalesce($2::uuid, workspace_id), 'resumed') FROM lifted`,
    [workspaceId, agentSessionId, memberId],
  );
  return rows.length > 0;
}
