import { query } from '@/lib/db/client';
import type { ScopeInForce } from '@/lib/scopes/judge-path';

/**
 * An expression for other statements: the scope in force of the agent session with this id (an expression too) as one JSON value in the
 * shape of ScopeInForce, or null when none is.
 */
export const scopeInForceOf = (agentSessionId: string): string => `(
  SELECT jsonb_build_object('id', scope.id, 'cwd', scope.cwd, 'allowedPaths', to_jsonb(scope.allowed_paths),
           'offLimitsPaths', to_jsonb(scope.off_limits_paths),
           'widened', coalesce((SELECT jsonb_agg(path ORDER BY path) FROM scope_widening WHERE scope_id = scope.id), '[]'))
    FROM scope WHERE scope.agent_session_id = ${agentSessionId} AND scope.state = 'ratified')`;

/** The scope in force of an agent session of this workspace; undefined when none is. */
export async function selectScopeInForce(
  workspaceId: string,
  agentSessionId: string,
): Promise<ScopeInForce | undefined> {
  const rows = await query<{ scope: ScopeInForce | null }>(
    `SELECT ${scopeInForceOf('s.id')} AS scope FROM agent_session s WHERE s.id = $2 AND s.workspace_id = $1`,
    [workspaceId, agentSessionId],
    'select-scope-in-force',
  );
  return rows[0]?.scope ?? undefined;
}
