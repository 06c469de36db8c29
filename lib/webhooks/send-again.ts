import { type MemberActor, mayAnswer } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { makeDue } from '@/lib/webhooks/outbox.sql';

/**
 * Sends a message again, also one that was delivered or given up: that is one more try, the same bytes under today's signature. One that
 * waits for its next try goes out now. Throws AppError `forbidden` for viewers, `not_found`, `changed` while it is on its way.
 */
export async function sendAgain(actor: MemberActor, id: string): Promise<void> {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers send nothing again.');
  const found = isId(id) ? await makeDue(actor.workspaceId, id) : 'none';
  if (found === 'none') throw new AppError('not_found', 'There is no such webhook here.');
  if (found === 'on its way') throw new AppError('changed', 'It is on its way at this moment.');
}
