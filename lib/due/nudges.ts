import { planAsJson, planNow } from '@/lib/delivery/facts';
import { pushLeaseMs } from '@/lib/delivery/send';
import { claimNudge, selectDueNudges } from '@/lib/due/nudges.sql';
import { sendClaimed } from '@/lib/due/pushes';
import { log } from '@/lib/log';

/** Reminds once of questions that still wait after ten minutes (spec 2.2), if modes, snooze and quiet hours allow it then. */
export async function sendNudges(limit: number): Promise<number> {
  const due = await selectDueNudges(limit);
  for (const question of due) {
    try {
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
      // What is held back now is in the digest already, from when it was asked.
      const entries = plan.state === 'pending' ? plan.entries.filter(({ suppressed }) => !suppressed) : [];
      sendClaimed(await claimNudge(question.workspace_id, question.id, planAsJson({ entries }), pushLeaseMs));
    } catch (error) {
      log.error('a question could not be reminded of; it is tried again', { question: question.id, error });
      throw error;
    }
  }
  return due.length;
}
