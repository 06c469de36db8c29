import type { KeyActor } from '@/lib/actor';
import type { CancelQuestion, CancelQuestionResult } from '@/lib/contract/question';
import { isDatabaseUnavailable } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { log } from '@/lib/log';
import { afterSettled } from '@/lib/questions/after-settled';
import { markHandingOff, settleAsCancelled } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';

/**
 * Withdraws a live question of this workspace (spec 2.5): its session then asks in its own client for a minute. Never takes back a
 * recorded answer; says `unavailable` instead of throwing when the database cannot be reached.
 */
export async function cancelQuestion(actor: KeyActor, input: CancelQuestion): Promise<CancelQuestionResult> {
  const { correlationId } = input;
  try {
    const settled = isId(correlationId)
      ? await settleAsCancelled(actor.workspaceId, correlationId, 'handoff')
      : undefined;
    if (settled) {
      await afterSettled([settled]);
      return { cancelled: true, correlationId, askHandoff: true, hint: 'Withdrawn. Ask in your own client now.' };
    }
    const found = await readQuestion(actor.workspaceId, correlationId);
    // An end user's decision is not an agent's to read.
    const row = found?.kind === 'decision' ? undefined : found;
    // An agent that says it asks elsewhere now does so, also when its question had just run out.
    const hands =
      input.handoff === true &&
      row !== undefined &&
      row.state !== 'answered' &&
      (await markHandingOff(actor.workspaceId, row.id));
    const hint =
      row?.state === 'answered'
        ? 'It was already answered: call wait_for_answer and follow that answer.'
        : row
          ? 'It was no longer open.'
          : 'No such question in this workspace.';
    return { cancelled: false, correlationId, ...(hands ? { askHandoff: true } : {}), hint };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.error('a question was not cancelled because the database cannot be reached', {
      question: correlationId,
      error,
    });
    return {
      cancelled: false,
      correlationId,
      status: 'unavailable',
      handoffAction: 'stop',
      hint: 'Nod cannot reach its database. Stop here.',
    };
  }
}
