import { query } from '@/lib/db/client';

export interface JustSettledRow {
  id: string;
  agent_name: string;
  title: string;
  state: string;
  answer_value: string | null;
  settled_at: Date;
  by_name: string | null;
  on_name: string | null;
}

/** What was settled last, for the foot of the Waiting list. The names are looked up for these few only. */
export async function selectJustSettled(workspaceId: string, limit: number): Promise<JustSettledRow[]> {
  return query<JustSettledRow>(
    `SELECT settled.id, agent_name, question AS title, state, answer_value, settled_at,
            coalesce(nullif(person.name, ''), person.email) AS by_name, device.name AS on_name
       FROM (SELECT * FROM question
              WHERE workspace_id = $1 AND settled_at > (SELECT nod_now() - interval '7 days') AND env IS NULL AND kind <> 'decision'
              ORDER BY settled_at DESC LIMIT $2) settled
       LEFT JOIN member ON member.id = answered_by LEFT JOIN person ON person.id = member.person_id LEFT JOIN device ON device.id = answered_on
      ORDER BY settled_at DESC`,
    [workspaceId, limit],
    'select-just-settled',
  );
}

/** How many agent sessions were seen lately. nod_now() stands in a query of its own: the clock is then read once, and the index is used. */
export async function countWorkingSessions(workspaceId: string): Promise<number> {
  const rows = await query<{ count: string }>(
    `SELECT count(*) AS count FROM agent_session
      WHERE workspace_id = $1 AND ended_at IS NULL AND last_seen_at > (SELECT nod_now() - interval '15 minutes')`,
    [workspaceId],
    'count-working-sessions',
  );
  return Number(rows[0]?.count ?? 0);
}

/** Names of the agents that were seen last, the latest first; read from the newest rows only. */
export async function selectRecentAgents(workspaceId: string, limit: number): Promise<string[]> {
  const rows = await query<{ agent_name: string }>(
    `SELECT agent_name FROM (
       (SELECT agent_name, last_seen_at AS at FROM agent_session WHERE workspace_id = $1 ORDER BY last_seen_at DESC LIMIT 200)
       UNION ALL
       (SELECT agent_name, created_at FROM question WHERE workspace_id = $1 AND kind <> 'decision' ORDER BY created_at DESC, id DESC LIMIT 200)
       UNION ALL
       (SELECT agent_name, created_at FROM notification WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT 200)
     ) seen WHERE agent_name <> '' GROUP BY agent_name ORDER BY max(at) DESC LIMIT $2`,
    [workspaceId, limit],
    'select-recent-agents',
  );
  return rows.map((row) => row.agent_name);
}

/** The time zone that a member's days are counted in, and how far back a search goes that names no day. */
export async function selectHorizon(memberId: string, searchedDays: number): Promise<{ timeZone: string; from: Date }> {
  const rows = await query<{ timeZone: string; from: Date }>(
    `SELECT time_zone AS "timeZone", nod_now() - $2::int * interval '1 day' AS from FROM member WHERE id = $1`,
    [memberId, searchedDays],
    'select-horizon',
  );
  const row = rows[0];
  if (!row) throw new Error('The member is gone.');
  return row;
}
