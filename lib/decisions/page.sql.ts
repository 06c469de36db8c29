import { query } from '@/lib/db/client';

/** What the page of a decision needs beside its row: who asks, and whether it was settled more than a day ago. */
export async function selectDecisionPlace(
  id: string,
): Promise<{ workspace_name: string; is_closed: boolean } | undefined> {
  const rows = await query<{ workspace_name: string; is_closed: boolean }>(
    `SELECT workspace.name AS workspace_name, coalesce(question.settled_at < nod_now() - interval '24 hours', false) AS is_closed
       FROM question JOIN workspace ON workspace.id = question.workspace_id WHERE question.id = $1`,
    [id],
  );
  return rows[0];
}
