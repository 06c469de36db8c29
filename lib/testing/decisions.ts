import type { KeyActor } from '@/lib/actor';
import { CreateDecision, type CreatedDecision } from '@/lib/contract/decision';
import { query } from '@/lib/db/client';
import { createDecision } from '@/lib/decisions/create';
import { parseOrThrow } from '@/lib/parse';

/** Opens a decision as an integrator does. */
export function decideAs(actor: KeyActor, fields: Record<string, unknown> = {}): Promise<CreatedDecision> {
  const input = parseOrThrow(CreateDecision, { question: 'Refund it?', externalId: 'customer', ...fields });
  return createDecision(actor, input, { receivedAt: performance.now() });
}

/** How many rows a workspace has of what a refused create must not leave behind. */
export async function rowsOf(workspaceId: string) {
  const [row] = await query<{ decisions: number; end_users: number; deliveries: number; ledger: number }>(
    `SELECT (SELECT count(*)::int FROM question WHERE workspace_id = $1 AND kind = 'decision') AS decisions,
            (SELECT count(*)::int FROM end_user WHERE workspace_id = $1) AS end_users,
            (SELECT count(*)::int FROM delivery WHERE workspace_id = $1) AS deliveries,
            (SELECT count(*)::int FROM ledger_entry WHERE workspace_id = $1) AS ledger`,
    [workspaceId],
  );
  return row;
}
