import type { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import type { DecisionList, ListDecisionsQuery, ListedDecision } from '@/lib/contract/decision';
import { cursorText, readCursor } from '@/lib/cursor';
import { selectDecisions } from '@/lib/decisions/decisions.sql';
import { wireDecision } from '@/lib/decisions/wire';
import type { QuestionRow } from '@/lib/questions/row';

const listed = (row: QuestionRow): ListedDecision => ({
  ...wireDecision(row),
  toolName: row.tool_name,
  toolTarget: row.tool_target,
  autoResolved: row.answer_source === 'sandbox',
  decisionOrigin: null,
});

/** A page of this key's decisions, newest first. Throws AppError `invalid_request` for a cursor that no list gave. */
export async function listDecisions(
  actor: KeyActor,
  { limit, cursor, from, to, externalId }: ListDecisionsQuery,
): Promise<z.infer<typeof DecisionList>> {
  const rows = await selectDecisions(actor, { from, to, externalId, after: readCursor(cursor), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    decisions: page.map(listed),
    nextCursor: rows.length > limit && last ? cursorText({ at: last.created_at, id: last.id }) : null,
  };
}
