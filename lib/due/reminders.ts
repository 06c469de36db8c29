import { planAsJson, planNow } from '@/lib/delivery/facts';
import { reminderPush, reminderPushOptions } from '@/lib/delivery/reminder-push';
import { pushLeaseMs, sendAndRecord } from '@/lib/delivery/send';
import { eachOf } from '@/lib/due/each-of';
import { log } from '@/lib/log';
import type { PushTarget } from '@/lib/questions/questions.sql';
import { cancelOrphans, claimDue, type DueReminder, selectDue, settleFiring } from '@/lib/reminders/dispatch.sql';

/**
 * Dispatches the reminders that are due, each by one process only, and settles those whose pushes are through. Gives how many it dealt
 * with. One that fails does not hold up the others; then this throws in the end, so that the loop waits before it looks again.
 */
export async function dispatchDueReminders(limit: number): Promise<number> {
  const settled = (await cancelOrphans(limit)) + (await settleFiring(null, limit));
  return settled + (await eachOf(await selectDue(limit), dispatch));
}

/** Whether this process is the one that dispatched it. */
async function dispatch(reminder: DueReminder): Promise<boolean> {
  const { workspace_id: workspaceId, session_id: sessionId, machine_id: machineId, member_id: memberId } = reminder;
  const plan = await planNow(
    { workspaceId, sessionId, machineId },
    { subject: 'reminder', speaksFor: memberId, onlyMember: memberId, urgent: false },
  );
  const targets = await claimDue(reminder, planAsJson(plan), pushLeaseMs);
  if (!targets) return false;
  // Not awaited: a push service that hangs must not hold up what else is due. Leases bring back what is lost here.
  void send(reminder, targets).catch((error) =>
    log.error('a reminder could not be settled', { reminder: reminder.id, error }),
  );
  return true;
}

async function send(reminder: DueReminder, targets: PushTarget[]): Promise<void> {
  const one = (target: PushTarget) =>
    sendAndRecord(target, reminderPush(reminder, target), reminderPushOptions(reminder.id));
  const sent = await Promise.allSettled(targets.map(one));
  for (const result of sent) {
    if (result.status === 'rejected')
      log.error('a push could not be recorded', { reminder: reminder.id, error: result.reason });
  }
  await settleFiring(reminder.id, 1);
}
