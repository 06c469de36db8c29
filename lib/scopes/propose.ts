import type { KeyActor } from '@/lib/actor';
import type { ProposeScope, ProposeScopeResult } from '@/lib/contract/scope';
import { AppError, isDatabaseUnavailable } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { log } from '@/lib/log';
import { type AskCall, askAndWait } from '@/lib/questions/ask-and-wait';
import { prepareProposal } from '@/lib/scopes/prepare';
import { selectProposed, storeProposal } from '@/lib/scopes/propose.sql';
import { proposalReply, proposalUnavailable } from '@/lib/scopes/reply';

/**
 * Proposes a scope for an agent session and waits for the person (spec 4.4), as ask() does. Throws AppError `invalid_request`,
 * `subscription_required`, `idempotency_conflict` or `limit_reached`; a database that cannot be reached is a reply.
 */
export async function proposeScope(actor: KeyActor, input: ProposeScope, call: AskCall): Promise<ProposeScopeResult> {
  if (actor.workspaceSuspended) throw new AppError('subscription_required', 'This workspace is suspended.');
  const id = newId();
  const { asked, scope } = prepareProposal(actor, id, input, call);
  try {
    const ending = await askAndWait(
      actor,
      {
        prepared: asked,
        wait: true,
        timeoutMs: input.timeoutMs,
        store: (...stored) => storeProposal(scope, ...stored),
      },
      call,
    );
    const proposed = await selectProposed(actor.workspaceId, ending.row.id);
    if (!proposed) throw new AppError('unavailable', 'The scope could not be read.');
    return proposalReply(ending, proposed);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.error('a proposal ended because the database cannot be reached', { question: id, error });
    return proposalUnavailable(id, scope);
  }
}
