import type { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import type { AnsweredDecision } from '@/lib/contract/decision';
import { noSuchDecision, readDecision } from '@/lib/decisions/read';
import { answerOf, statusOf } from '@/lib/decisions/wire';
import { AppError } from '@/lib/errors';
import { answerQuestion } from '@/lib/questions/answer';

/**
 * Records what an end user said in the integrator's own app (a full key only). The same answer twice is one answer; throws AppError
 * `not_found`, `forbidden`, `invalid_request`, and `refused` (with how it stands) when it was settled otherwise.
 */
export async function answerDecision(
  actor: KeyActor,
  id: string,
  answer: string,
): Promise<z.infer<typeof AnsweredDecision>> {
  const asked = await readDecision(actor, id);
  if (actor.keyKind !== 'full') throw noSuchDecision();
  const { recorded, row } = await answerQuestion(actor, {
    id,
    value: asked.options[asked.wire?.options?.indexOf(answer) ?? -1] ?? answer,
  });
  const status = statusOf(row);
  const said = answerOf(row);
  const value = said === null ? {} : { value: said };
  // The same word from elsewhere says the same: nothing is to be done about it.
  if (recorded || said === answer) return { decisionId: id, status, answered: status === 'answered', ...value };
  throw new AppError('refused', `This decision is already ${status}: this answer was not used.`, {
    details: { decisionId: id, status, answered: status === 'answered', ...value },
  });
}
