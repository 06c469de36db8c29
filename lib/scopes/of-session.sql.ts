import { query } from '@/lib/db/client';
import type { ScopeRow } from '@/lib/scopes/row';

type SessionScopeRow = Pick<ScopeRow, 'id' | 'state' | 'question_id' | 'sent_allowed' | 'sent_off_limits'>;

/** The scope in force of a session, or else its newest. */
export async function selectScopeOfSession(
  workspaceId: string,
  agentSessionId: string,
): Promise<SessionScopeRow | undefined> {
  const rows = await query<SessionScopeRow>(
    `SELECT id, state, question_id, sent_allowed, sent_off_limits FROM scope WHERE workspace_id = $1 AND agent_session_id = $2
      ORDER BY state = 'ratified' DESC, created_at DESC, id DESC LIMIT 1`,
    [workspaceId, agentSessionId],
    'select-scope-of-session',
  );
  return rows[0];
}

/** The scope of the same session that was replaced by the very answer that made this one hold. */
export async function selectScopeBefore(workspaceId: string, id: string): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    `SELECT before.id FROM scope JOIN scope before ON before.agent_session_id = scope.agent_session_id AND before.replaced_at = scope.settled_at
      WHERE scope.workspace_id = $1 AND scope.id = $2 AND before.id <> scope.id LIMIT 1`,
    [workspaceId, id],
    'select-scope-before',
  );
  return rows[0]?.id;
}
