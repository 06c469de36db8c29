import { csvLine } from '@/lib/activity/csv';
import { feedSearch } from '@/lib/activity/feed';
import { type FeedPlace, type FeedRow, type FeedSearch, type FeedViewer, selectFeed } from '@/lib/activity/feed.sql';
import type { MemberActor } from '@/lib/actor';
import { ActivityExportQuery, type ExportFormat } from '@/lib/contract/activity';
import { parseOrThrow } from '@/lib/parse';
import { redact } from '@/lib/redact';

const batchSize = 500;

export interface ActivityExport {
  format: ExportFormat;
  /** The text, a batch of rows at a time. */
  pieces: AsyncGenerator<string, void, undefined>;
}

/**
 * The feed with these filters as CSV or as a line of JSON for each row, newest first; only one batch is in memory. Throws AppError
 * `invalid_request` that names the field for a filter or a format that cannot be read.
 */
export async function exportActivity(actor: MemberActor, given: unknown): Promise<ActivityExport> {
  const { format, ...filter } = parseOrThrow(ActivityExportQuery, given);
  const { search } = await feedSearch(actor, filter);
  return { format, pieces: pieces(actor, search, format) };
}

async function* pieces(viewer: FeedViewer, search: FeedSearch, format: ExportFormat) {
  const write = format === 'csv' ? asCsv : asJson;
  let head = format === 'csv' ? csvLine([...columns]) : '';
  let before: FeedPlace | undefined;
  do {
    const rows = await selectFeed(viewer, { ...search, before }, batchSize);
    yield head + rows.map((row) => write(exported(row))).join('');
    head = '';
    before = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (before);
}

type Exported = Record<(typeof columns)[number], string | null>;

const columns = [
  'at',
  'kind',
  'id',
  'agent',
  'session',
  'type',
  'title',
  'body',
  'state',
  'reason',
  'answer',
  'note',
  'by',
  'settledAt',
  'env',
] as const;

/** A row as it leaves: an answer that holds a secret was for its agent only. */
const exported = (row: FeedRow): Exported => ({
  at: row.at.toISOString(),
  kind: row.kind,
  id: row.id,
  agent: row.agent_name || null,
  session: row.session_id,
  type: row.type,
  title: row.title,
  body: row.body,
  state: row.state,
  reason: row.reason ?? row.suppressed,
  answer: row.answer_value === null ? null : redact(row.answer_value),
  note: row.answer_note === null ? null : redact(row.answer_note),
  by: row.by_name,
  settledAt: row.settled_at?.toISOString() ?? null,
  env: row.env,
});

const asCsv = (row: Exported): string => csvLine(columns.map((column) => row[column]));
const asJson = (row: Exported): string => `${JSON.stringify(row)}\n`;
