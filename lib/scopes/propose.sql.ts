import { query } from '@/lib/db/client';
import type { AskedRow } from '@/lib/questions/questions.sql';
import type { ScopeRow } from '@/lib/scopes/row';

/** What nod_propose_scope() takes of a scope; the rest comes from its question. */
export type ScopeToStore = Pick<
  ScopeRow,
  'id' | 'sent_allowed' | 'sent_off_limits' | 'allowed_paths' | 'off_limits_paths' | 'promises' | 'done_when'
>;

/** Stores a scope with the question that asks for it, in one step; see storeQuestion() for the rest. */
export async function storeProposal(
  scope: ScopeToStore,
  fields: Record<string, unknown>,
  lifetimeMs: number | null,
  plan: string,
  leaseMs: number,
): Promise<AskedRow> {
  const rows = await query<AskedRow>(
    `SELECT (asked).* FROM (SELECT nod_propose_scope($1::jsonb, $2::jsonb, $3::bigint * interval '1 millisecond', $4::jsonb,
              $5::bigint * interval '1 millisecond') AS asked OFFSET 0) call`,
    [JSON.stringify(fields), JSON.stringify(scope), lifetimeMs, plan, leaseMs],
    'store-proposal',
  );
  const row = rows[0];
  if (!row) throw new Error('nod_propose_scope() gave no row');
  return row;
}

/** A scope by its question, with whether a hook has reported its session; null when the session is not known. */
export interface ProposedRow extends ScopeRow {
  hook_seen: boolean | null;
}

export async function selectProposed(workspaceId: string, questionId: string): Promise<ProposedRow | undefined> {
  const rows = await query<ProposedRow>(
    `SELECT scope.*, CASE WHEN s.id IS NOT NULL THEN s.hook_seen_at IS NOT NULL END AS hook_seen
       FROM scope LEFT JOIN agent_session s ON s.id = scope.agent_session_id
      WHERE scope.question_id = $2 AND scope.workspace_id = $1`,
    [workspaceId, questionId],
    'select-proposed',
  );
  return rows[0];
}
