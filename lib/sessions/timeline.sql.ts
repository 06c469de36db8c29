import { query } from '@/lib/db/client';

export interface TimelineRow {
  source: 'event' | 'asked' | 'settled' | 'notification';
  id: string;
  at: Date;
  /** Of an event its kind, of a question its state, of a notification its type. */
  kind: string;
  text: string;
  answer_value: string | null;
  /** Why it was settled, or held back. */
  reason: string | null;
  answered_by_person: string | null;
  answered_by_name: string | null;
}

/** What happened in a session, newest first: what hooks reported, what it asked and how that ended, what it told. */
export async function selectSessionTimeline(
  workspaceId: string,
  agentSessionId: string,
  limit: number,
): Promise<TimelineRow[]> {
  return query<TimelineRow>(
    `SELECT * FROM (
       (SELECT 'event' AS source, id, created_at AS at, event AS kind, line AS text, NULL AS answer_value, NULL AS reason,
               NULL::uuid AS answered_by_person, NULL AS answered_by_name
          FROM agent_event WHERE agent_session_id = $2 AND workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT $3)
       UNION ALL
       (SELECT 'asked', id, created_at, state, question, NULL, NULL, NULL, NULL
          FROM question WHERE agent_session_id = $2 AND workspace_id = $1 AND kind <> 'decision' ORDER BY created_at DESC, id DESC LIMIT $3)
       UNION ALL
       (SELECT 'settled', question.id, settled_at, state, question, answer_value, settled_reason, person.id,
               coalesce(nullif(person.name, ''), person.email)
          FROM question LEFT JOIN member ON member.id = answered_by LEFT JOIN person ON person.id = member.person_id
         WHERE agent_session_id = $2 AND question.workspace_id = $1 AND kind <> 'decision' AND settled_at IS NOT NULL
         ORDER BY settled_at DESC LIMIT $3)
       UNION ALL
       (SELECT 'notification', id, created_at, type, title, NULL, suppressed, NULL, NULL
          FROM notification WHERE agent_session_id = $2 AND workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT $3)
     ) everything ORDER BY at DESC, id DESC LIMIT $3`,
    [workspaceId, agentSessionId, limit],
  );
}
