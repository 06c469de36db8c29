import { query } from '@/lib/db/client';

export interface ScopeEntryRow {
  seq: number;
  at: Date;
  event: 'proposed' | 'ratified' | 'declined' | 'widened' | 'allowed' | 'denied' | 'expired' | 'cancelled';
  detail: Record<string, unknown>;
  by_person: string | null;
  by_name: string | null;
  on_name: string | null;
}

const isId = `~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`;
const idIn = (field: string) => `CASE WHEN detail ->> '${field}' ${isId} THEN (detail ->> '${field}')::uuid END`;

/** The ledger's entries about a scope, newest first, before a number; and how its question ended when nobody answered it. */
export async function selectScopeEntries(
  workspaceId: string,
  scope: { id: string; question_id: string },
  before: number | undefined,
  limit: number,
): Promise<ScopeEntryRow[]> {
  const rows = await query<Omit<ScopeEntryRow, 'seq'> & { seq: string }>(
    `SELECT entry.seq, entry.at, entry.event, entry.detail, member.person_id AS by_person,
            coalesce(nullif(person.name, ''), person.email) AS by_name, device.name AS on_name
       FROM (
         (SELECT seq, at, event, detail FROM ledger_entry
           WHERE subject_id = $2 AND workspace_id = $1 AND event IN ('proposed', 'ratified', 'declined', 'widened', 'allowed', 'denied')
             AND ($4::bigint IS NULL OR seq < $4) ORDER BY seq DESC LIMIT $5)
         UNION ALL
         (SELECT seq, at, event, detail FROM ledger_entry
           WHERE subject_id = $3 AND workspace_id = $1 AND event IN ('expired', 'cancelled') AND ($4::bigint IS NULL OR seq < $4))
       ) entry
       LEFT JOIN member ON member.id = ${idIn('by')} AND member.workspace_id = $1 LEFT JOIN person ON person.id = member.person_id
       LEFT JOIN device ON device.id = ${idIn('device')} AND device.workspace_id = $1
      ORDER BY entry.seq DESC LIMIT $5`,
    [workspaceId, scope.id, scope.question_id, before ?? null, limit],
    'select-scope-entries',
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
