import { query } from '@/lib/db/client';

/**
 * Notes until when a call is blocked on a pending question; a shorter wait never hides a longer one that is still running. Pages are told
 * when nobody listened before.
 */
export async function markListening(workspaceId: string, id: string, forMs: number): Promise<void> {
  await query(
    `WITH before AS (SELECT id, coalesce(listening_until > nod_now(), false) AS listening FROM question WHERE id = $1 AND workspace_id = $2),
     marked AS (
       UPDATE question SET last_polled_at = nod_now(), listening_until = greatest(listening_until, nod_now() + $3::bigint * interval '1 millisecond')
         FROM before WHERE question.id = before.id AND state = 'pending' RETURNING workspace_id, question.id, before.listening
     )
     SELECT nod_tell(workspace_id, id, 'listening') FROM marked WHERE NOT listening`,
    [id, workspaceId, Math.round(forMs)],
    'mark-listening',
  );
}

/** Notes that nobody is blocked on a question any more, and tells pages that show it as listened to. */
export async function markGone(workspaceId: string, id: string): Promise<void> {
  await query(
    `WITH marked AS (
       UPDATE question SET listening_until = least(listening_until, nod_now())
        WHERE id = $1 AND workspace_id = $2 AND state = 'pending' AND listening_until > nod_now() - interval '5 seconds' RETURNING workspace_id, id
     )
     SELECT nod_tell(workspace_id, id, 'gone') FROM marked`,
    [id, workspaceId],
    'mark-gone',
  );
}

/** Notes when the answer first left for the agent. */
export async function markPickedUp(workspaceId: string, id: string): Promise<void> {
  await query(
    `WITH marked AS (UPDATE question SET picked_up_at = nod_now() WHERE id = $1 AND workspace_id = $2 AND state = 'answered' AND picked_up_at IS NULL RETURNING workspace_id, id, agent_session_id),
     -- Who fetches an answer is there.
     seen AS (UPDATE agent_session SET last_seen_at = nod_now() FROM marked WHERE agent_session.id = marked.agent_session_id AND ended_at IS NULL)
     SELECT nod_tell(workspace_id, id, 'picked_up') FROM marked`,
    [id, workspaceId],
    'mark-picked-up',
  );
}
