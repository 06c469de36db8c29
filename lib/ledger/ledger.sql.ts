import { query } from '@/lib/db/client';
import type { LedgerEntry, LedgerPlace } from '@/lib/ledger/verify';

/** The last entry of a workspace's ledger, and what the database's clock says; nothing was written when it is undefined. */
export async function selectHead(workspaceId: string): Promise<(LedgerPlace & { now: Date }) | undefined> {
  const rows = await query<{ seq: string; hash: string; now: Date }>(
    `SELECT seq, encode(hash, 'hex') AS hash, nod_now() AS now FROM ledger_head WHERE workspace_id = $1`,
    [workspaceId],
    'select-ledger-head',
  );
  return rows[0] && { ...rows[0], seq: Number(rows[0].seq) };
}

/** The next entries after a number, oldest first. What is hashed comes as the trigger hashed it. */
export async function selectEntries(workspaceId: string, after: number, limit: number): Promise<LedgerEntry[]> {
  const rows = await query<Omit<LedgerEntry, 'seq'> & { seq: string }>(
    `SELECT seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, event, subject_id AS subject, detail::text AS detail,
            encode(previous_hash, 'hex') AS "previousHash", encode(hash, 'hex') AS hash
       FROM ledger_entry WHERE workspace_id = $1 AND seq > $2 ORDER BY ledger_entry.seq LIMIT $3`,
    [workspaceId, after, limit],
    'select-ledger-entries',
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
