import type { MemberActor } from '@/lib/actor';
import { AskUser } from '@/lib/contract/question';
import { deliverQuestion } from '@/lib/delivery/deliver';
import { pushLeaseMs } from '@/lib/delivery/send';
import { AppError } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { digestContent } from '@/lib/questions/digest';
import { prepareAsk, tenMinutesMs } from '@/lib/questions/prepare';
import { storeQuestion } from '@/lib/questions/questions.sql';

/**
 * Asks a member a question that they sent themselves, along the whole path an agent's question takes; open for ten minutes. Gives its
 * id. Throws AppError `limit_reached`.
 */
export async function askTestQuestion(actor: MemberActor): Promise<string> {
  const input = AskUser.parse({
    question: 'Does this question reach you?',
    agentName: 'Nod - first steps',
    context: 'You sent this to yourself. Answer on any device; the page shows each stage as it happens.',
    wait: false,
  });
  const keyLike = {
    by: 'key',
    workspaceId: actor.workspaceId,
    workspaceSuspended: false,
    keyId: '',
    keyKind: 'agent',
    keyName: '',
    memberId: actor.memberId,
  } as const;
  const { fields, content } = prepareAsk(keyLike, newId(), input, {});
  const own = { ...fields, key_id: null, content_digest: await digestContent(content) };
  const stored = await storeQuestion(own, tenMinutesMs, pushLeaseMs);
  if (stored.outcome !== 'stored')
    throw new AppError('limit_reached', 'Too many questions are waiting: answer some first.');
  deliverQuestion(own, stored);
  return fields.id;
}
