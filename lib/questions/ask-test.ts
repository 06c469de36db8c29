import type { MemberActor } from '@/lib/actor';
import { AskUser } from '@/lib/contract/question';
import { deliverQuestion } from '@/lib/delivery/deliver';
import { planAsJson, readFacts } from '@/lib/delivery/facts';
import { pushLeaseMs } from '@/lib/delivery/send';
import { AppError } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { digestContent } from '@/lib/questions/digest';
import { prepareAsk, tenMinutesMs } from '@/lib/questions/prepare';
import { storeQuestion } from '@/lib/questions/questions.sql';

/**
 * Asks a member a question that they sent themselves, along the whole path an agent's question takes; open for ten minutes. Gives its
 * id. Goes to all of their devices at once, whatever their mode: they are looking. Throws AppError `limit_reached`, or `forbidden` while
 * the kill switch is on.
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
  const { devices } = await readFacts({ workspaceId: actor.workspaceId });
  const plan = {
    entries: devices.flatMap(({ id, memberId }) =>
      memberId === actor.memberId ? [{ device: id, mayAnswer: true }] : [],
    ),
  };
  const digest = await digestContent(content);
  const own = { ...fields, key_id: null, state: 'pending', delivery_mode: 'push_only', content_digest: digest };
  const stored = await storeQuestion(own, tenMinutesMs, planAsJson(plan), pushLeaseMs);
  if (stored.outcome === 'stopped') throw new AppError('forbidden', 'All agents are stopped: lift that first.');
  if (stored.outcome !== 'stored')
    throw new AppError('limit_reached', 'Too many questions are waiting: answer some first.');
  deliverQuestion(own, stored, plan);
  return fields.id;
}
