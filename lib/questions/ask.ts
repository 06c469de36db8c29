import type { KeyActor } from '@/lib/actor';
import type { AskUser, AskUserResult } from '@/lib/contract/question';
import { AppError, isDatabaseUnavailable } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { log } from '@/lib/log';
import { type AskCall, askAndWait } from '@/lib/questions/ask-and-wait';
import { checkCallback } from '@/lib/questions/check-callback';
import { prepareAsk } from '@/lib/questions/prepare';
import { storeQuestion } from '@/lib/questions/questions.sql';
import { askReply, askUnavailable } from '@/lib/questions/reply';

/**
 * Asks the person (spec 2.3): stores the question, then delivers it, then waits. Throws AppError `subscription_required`,
 * `idempotency_conflict` or `limit_reached`; a database that cannot be reached is a reply, not an error.
 */
export async function ask(actor: KeyActor, input: AskUser, call: AskCall): Promise<AskUserResult> {
  if (actor.workspaceSuspended) throw new AppError('subscription_required', 'This workspace is suspended.');
  if (input.callbackUrl) checkCallback(input.callbackUrl);
  const id = newId();
  const prepared = prepareAsk(actor, id, input, call);
  const { wait, timeoutMs } = input;
  try {
    const asking = { prepared, targets: input, wait, timeoutMs, store: storeQuestion };
    const { row, situation, report, windowMs } = await askAndWait(actor, asking, call);
    const reply = askReply(row, situation, report, windowMs);
    // A call that did not wait is not told that it waited in vain (spec 2.3).
    return wait || reply.answered ? reply : { ...reply, answered: undefined, timedOut: undefined };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.error('an ask ended because the database cannot be reached', { question: id, error });
    const reply = askUnavailable(id, String(prepared.fields.question), prepared.fields.type as AskUserResult['type']);
    return wait ? reply : { ...reply, answered: undefined };
  }
}
