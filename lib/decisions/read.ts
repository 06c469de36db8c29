import type { KeyActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { readQuestion } from '@/lib/questions/read';
import type { QuestionRow } from '@/lib/questions/row';

/** What a key finds: a sandbox key what sandbox keys opened, a bound key what its one end user was asked, a full key all the rest. */
const isVisible = (actor: KeyActor, row: QuestionRow): boolean =>
  row.kind === 'decision' &&
  (row.env === 'test') === (actor.keyKind === 'sandbox') &&
  (!actor.boundTo || row.end_user_id === actor.boundTo.endUserId);

export const noSuchDecision = () => new AppError('not_found', 'There is no such decision.');

/** A row as it is for this key; throws AppError `not_found` for what the key may not know of, as for what never was. */
export function visibleOrThrow(actor: KeyActor, row: QuestionRow | undefined): QuestionRow {
  if (!row || !isVisible(actor, row)) throw noSuchDecision();
  return row;
}

/** Reads one decision of this key's; throws AppError `not_found`. */
export const readDecision = async (actor: KeyActor, id: string): Promise<QuestionRow> =>
  visibleOrThrow(actor, await readQuestion(actor.workspaceId, id));
