import { planAsJson, planNow } from '@/lib/delivery/facts';
import { pushLeaseMs } from '@/lib/delivery/send';
import { eachOf } from '@/lib/due/each-of';
import { claimNudge, type DueNudge, selectDueNudges } from '@/lib/due/nudges.sql';
import { sendClaimed } from '@/lib/due/pushes';

/** Reminds once of questions that still wait after ten minutes (spec 2.2), if modes allow it; who rests is told in their digest. */
export async function sendNudges(limit: number): Promise<number> {
  return eachOf(await selectDueNudges(limit), nudge);
}

async function nudge(question: DueNudge): Promise<void> {
  const plan = await planNow(
    { workspaceId: question.workspace_id, sessionId: question.session_id, machineId: question.machine_id },
    {
      subject: 'nudge',
      speaksFor: question.member_id ?? '',
      tags: question.tags,
      externalIds: question.external_ids,
      subscriberIds: question.subscriber_ids,
      urgent: question.danger.length > 0,
    },
  );
  // What is not to be sent at all was said when it was asked.
  const entries =
    plan.state === 'pending' ? plan.entries.filter(({ suppressed, digestAt }) => !suppressed || digestAt) : [];
  sendClaimed(await claimNudge(question.workspace_id, question.id, planAsJson({ entries }), pushLeaseMs));
}
