import type { Decision, DecisionStatus } from '@/lib/contract/decision';
import type { QuestionRow } from '@/lib/questions/row';

/** How a decision stands: a passed deadline counts before anybody has settled it. */
export function statusOf(row: QuestionRow): DecisionStatus {
  if (row.state === 'answered' || row.state === 'expired' || row.state === 'cancelled') return row.state;
  return row.expires_in_ms !== null && row.expires_in_ms <= 0 ? 'expired' : 'pending';
}

/** The answer; a choice in the words that it was offered in, also where people saw it without its secrets. */
export function answerOf(row: QuestionRow): string | null {
  if (row.answer_value === null) return null;
  return row.wire?.options?.[row.options.indexOf(row.answer_value)] ?? row.answer_value;
}

/** A decision as the Decisions API gives it. */
export function wireDecision(row: QuestionRow): Decision {
  const status = statusOf(row);
  return {
    decisionId: row.id,
    status,
    answered: status === 'answered',
    value: answerOf(row),
    type: row.type,
    // To the byte: clients compare it with what they asked (spec 6.2).
    question: row.wire?.question ?? row.question,
    options: row.type === 'select' ? (row.wire?.options ?? row.options) : null,
    externalId: row.external_id,
    context: row.wire?.context ?? null,
    createdAt: row.created_at.toISOString(),
    answeredAt: status === 'answered' && row.settled_at ? row.settled_at.toISOString() : null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
