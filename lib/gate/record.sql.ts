import { query } from '@/lib/db/client';

export interface VerdictEntry {
  workspaceId: string;
  event: 'allowed' | 'denied';
  /** The scope that was in play, else the agent session; null when neither is known. */
  subjectId: string | null;
  detail: Record<string, string | undefined>;
}

/** Appends verdicts to their workspaces' ledgers, in the order given; workspaces in one order, so that two batches never wait for each other. */
export async function insertVerdicts(entries: VerdictEntry[]): Promise<void> {
  await query(
    `WITH entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace.id, given.event, given."subjectId", given.detail
         FROM jsonb_to_recordset($1::jsonb) AS given("workspaceId" uuid, event text, "subjectId" uuid, detail jsonb, place integer)
         -- Of a workspace that was deleted meanwhile, nothing is kept.
         JOIN workspace ON workspace.id = given."workspaceId"
        ORDER BY workspace.id, given.place
       RETURNING workspace_id, subject_id
     )
     SELECT nod_tell(workspace_id, coalesce(subject_id, workspace_id), 'gate') FROM (SELECT DISTINCT workspace_id, subject_id FROM entry) told`,
    [JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))],
    'insert-verdicts',
  );
}
