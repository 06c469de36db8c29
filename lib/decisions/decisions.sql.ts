import type { KeyActor } from '@/lib/actor';
import type { Cursor } from '@/lib/cursor';
import { query } from '@/lib/db/client';
import { judged, selected } from '@/lib/questions/questions.sql';
import type { QuestionRow } from '@/lib/questions/row';

export interface DecisionFilter {
  from?: string | undefined;
  to?: string | undefined;
  externalId?: string | undefined;
  after?: Cursor | undefined;
  limit: number;
}

/** A page of the decisions that a key may see, newest first. What is written out here, PostgreSQL can plan for. */
export async function selectDecisions(actor: KeyActor, filter: DecisionFilter): Promise<QuestionRow[]> {
  const utc = (time: string | undefined) => (time === undefined ? null : new Date(time).toISOString());
  const rows = await query<QuestionRow>(
    `SELECT ${selected} FROM question
      WHERE question.workspace_id = $1 AND kind = 'decision' AND env ${actor.keyKind === 'sandbox' ? `= 'test'` : 'IS NULL'}
        AND ($2::uuid IS NULL OR end_user_id = $2) AND ($3::text IS NULL OR external_id = $3)
        AND ($4::timestamptz IS NULL OR question.created_at >= $4) AND ($5::timestamptz IS NULL OR question.created_at < $5)
        AND ($6::timestamptz IS NULL OR (question.created_at, question.id) < ($6, $7::uuid))
      ORDER BY question.created_at DESC, question.id DESC LIMIT $8`,
    [
      actor.workspaceId,
      actor.boundTo?.endUserId ?? null,
      filter.externalId ?? null,
      utc(filter.from),
      utc(filter.to),
      filter.after?.at ?? null,
      filter.after?.id ?? null,
      filter.limit,
    ],
  );
  return rows.map(judged);
}

export interface DueSandboxAnswer {
  id: string;
  workspace_id: string;
  type: QuestionRow['type'];
  options: string[];
  outcome: 'approve' | 'deny';
}

/** Decisions of the sandbox whose answer is due. Not claimed: the answer itself is a compare-and-set. */
export async function selectDueSandboxAnswers(limit: number): Promise<DueSandboxAnswer[]> {
  return query<DueSandboxAnswer>(
    `SELECT id, workspace_id, type, options, decision ->> 'sandboxOutcome' AS outcome FROM question
      WHERE state = 'pending' AND sandbox_due_at IS NOT NULL AND sandbox_due_at <= (SELECT nod_now()) AND expires_at > (SELECT nod_now())
      ORDER BY sandbox_due_at LIMIT $1`,
    [limit],
  );
}
