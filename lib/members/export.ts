import type { MemberActor } from '@/lib/actor';
import { exportedTables, selectForExport } from '@/lib/members/export.sql';
import { requireOwner } from '@/lib/members/require-owner';

const batchRows = 500;

/**
 * Everything that the workspace holds, as JSON Lines of `{table, row}`, without anything that opens something. Read batch by batch as it
 * is taken, so its size does not matter; it is no snapshot: what changes meanwhile may be in it either way. The last line counts the rows,
 * so a file that was cut off can be told. Throws AppError `forbidden` unless the actor is an owner.
 */
export function exportWorkspace(actor: MemberActor): AsyncGenerator<string> {
  requireOwner(actor, 'exports the workspace');
  return linesOf(actor.workspaceId);
}

async function* linesOf(workspaceId: string): AsyncGenerator<string> {
  let count = 0;
  for (const exported of exportedTables) {
    let after: string | undefined;
    for (;;) {
      const rows = await selectForExport(exported, workspaceId, after, batchRows);
      if (rows.length === 0) break;
      count += rows.length;
      after = rows.at(-1)?.place;
      yield rows.map(({ row }) => `{"table":"${exported.table}","row":${row}}\n`).join('');
      if (rows.length < batchRows) break;
    }
  }
  yield `${JSON.stringify({ table: 'end', row: { rows: count } })}\n`;
}

/** What the file is called: the workspace and the day, in letters that every system takes. */
export function exportFileName(actor: MemberActor): string {
  const name = actor.workspaceName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `nod-${name || 'workspace'}-${new Date().toISOString().slice(0, 10)}.jsonl`;
}
