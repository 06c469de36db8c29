import { query } from '@/lib/db/client';

export interface SecretRow {
  id: string;
  value: string;
  created_at: Date;
  /** Until when it signs beside the one in use; null for the one in use. */
  signs_until: Date | null;
}

const signsUntil = `retired_at + interval '24 hours'`;

/** The secrets that sign now: the one in use first, then those that were retired within a day, the last of them first. */
export const selectSigning = (workspaceId: string): Promise<SecretRow[]> =>
  query<SecretRow>(
    `SELECT id, value, created_at, ${signsUntil} AS signs_until FROM secret
      WHERE kind = 'webhook' AND workspace_id = $1 AND (retired_at IS NULL OR ${signsUntil} > nod_now())
      ORDER BY retired_at DESC NULLS FIRST LIMIT 4`,
    [workspaceId],
  );

/** Makes the first secret of a workspace; of two that are made at once, one stays. */
export async function insertFirst(workspaceId: string, id: string, value: string): Promise<void> {
  await query(
    `INSERT INTO secret (id, kind, workspace_id, value) VALUES ($2, 'webhook', $1, $3)
     ON CONFLICT (kind, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000')) WHERE retired_at IS NULL DO NOTHING`,
    [workspaceId, id, value],
  );
}

/**
 * Retires the secret `from` and puts another in its place, with its ledger row. False when `from` is no longer the one in use: of several
 * rotations at once, one counts.
 */
export async function replaceSecret(
  workspaceId: string,
  from: string,
  next: { id: string; value: string },
  by: { member?: string; key?: string },
): Promise<boolean> {
  const rows = await query(
    `WITH retired AS (
       UPDATE secret SET retired_at = nod_now() WHERE id = $2 AND kind = 'webhook' AND workspace_id = $1 AND retired_at IS NULL RETURNING id
     ), made AS (
       INSERT INTO secret (id, kind, workspace_id, value) SELECT $3, 'webhook', $1, $4 FROM retired RETURNING id
     ), entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) SELECT $1, 'webhook_secret_rotated', id, $5::jsonb FROM made RETURNING seq
     )
     SELECT nod_tell($1, id, 'webhook_secret') FROM made, entry`,
    [workspaceId, from, next.id, next.value, JSON.stringify(by)],
  );
  return rows.length > 0;
}
