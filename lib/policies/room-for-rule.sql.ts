import { query } from '@/lib/db/client';
import { AppError } from '@/lib/errors';
import { mostRules } from '@/lib/policies/save-rule';

/** Throws AppError `limit_reached` when the workspace has as many rules as it may have: nothing is answered then that would make another. */
export async function refuseFullRules(workspaceId: string): Promise<void> {
  const [row] = await query<{ count: number }>(
    'SELECT count(*)::int AS count FROM policy_rule WHERE workspace_id = $1 AND coalesce(expires_at > (SELECT nod_now()), true)',
    [workspaceId],
  );
  if ((row?.count ?? 0) >= mostRules)
    throw new AppError('limit_reached', `${mostRules} rules are the most. Remove one, or answer only this once.`, {
      hint: 'Answer without a rule, or remove a rule first.',
    });
}
