import { query } from '@/lib/db/client';

export interface ExportedTable {
  table: string;
  /** Which rows are the workspace's ($1); `workspace_id = $1` unless said. */
  where?: string;
  /** What tells the rows apart, a column or an expression: unique within the workspace, and read in its order. */
  key: { column: string; type: 'uuid' | 'bigint' | 'text' };
  /** Secrets, and what opens something: these stay here. */
  without: string[];
}

const byId = { column: 'id', type: 'uuid' } as const;

/** Every table that holds something of a workspace, in the order of the export. */
export const exportedTables: ExportedTable[] = [
  { table: 'workspace', where: 'id = $1', key: byId, without: [] },
  {
    table: 'person',
    where: 'id IN (SELECT person_id FROM member WHERE workspace_id = $1)',
    key: byId,
    without: ['password_hash'],
  },
  { table: 'member', key: byId, without: [] },
  {
    table: 'web_session',
    where: 'member_id IN (SELECT id FROM member WHERE workspace_id = $1)',
    key: byId,
    without: [],
  },
  { table: 'end_user', key: byId, without: [] },
  { table: 'api_key', key: byId, without: ['secret_hash'] },
  { table: 'one_time_token', key: byId, without: ['token_hash'] },
  { table: 'secret', key: byId, without: ['value'] },
  // Whoever knows an endpoint and its keys can push to that browser.
  { table: 'device', key: byId, without: ['endpoint', 'p256dh', 'auth'] },
  { table: 'agent_session', key: byId, without: [] },
  { table: 'agent_event', key: byId, without: [] },
  // What is kept to the byte may hold secrets, and so may the query of a callback's address; `context` is without them.
  { table: 'question', key: byId, without: ['wire', 'callback_url'] },
  { table: 'notification', key: byId, without: [] },
  { table: 'reminder', key: byId, without: [] },
  { table: 'delivery', key: byId, without: ['token_hashes'] },
  { table: 'outbox_message', key: byId, without: ['body', 'url'] },
  { table: 'webhook_attempt', key: byId, without: [] },
  { table: 'policy_rule', key: byId, without: [] },
  { table: 'declined_rule', key: { column: `pattern || chr(10) || repo_key`, type: 'text' }, without: [] },
  { table: 'scope', key: byId, without: [] },
  {
    table: 'scope_widening',
    where: 'scope_id IN (SELECT id FROM scope WHERE workspace_id = $1)',
    key: { column: `scope_id::text || ' ' || path`, type: 'text' },
    without: [],
  },
  { table: 'ledger_head', key: { column: 'workspace_id', type: 'uuid' }, without: [] },
  { table: 'ledger_entry', key: { column: 'seq', type: 'bigint' }, without: [] },
];

export interface ExportedRow {
  /** The place of the row, to go on after it. */
  place: string;
  /** The row as JSON text: parsed here, large numbers would lose digits. */
  row: string;
}

/** The next rows of a table after a place, in order. They become JSON after they were chosen, not all of them before. */
export function selectForExport(
  { table, where = 'workspace_id = $1', key, without }: ExportedTable,
  workspaceId: string,
  after: string | undefined,
  limit: number,
): Promise<ExportedRow[]> {
  return query<ExportedRow>(
    `SELECT ${key.column}::text AS place, (to_jsonb(t) - $4::text[])::text AS row
       FROM (SELECT * FROM ${table} WHERE ${where} AND ($2::text IS NULL OR ${key.column} > $2::${key.type}) ORDER BY ${key.column} LIMIT $3) t
      ORDER BY ${key.column}`,
    [workspaceId, after ?? null, limit, without],
  );
}
