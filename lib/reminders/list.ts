import type { ReminderReply, ScheduleReminderResult } from '@/lib/contract/reminder';
import { type ReminderOwner, selectPending } from '@/lib/reminders/reminders.sql';
import { replyOf } from '@/lib/reminders/row';

/** What is still to come for the member, the next one first. */
export async function pendingOf(owner: ReminderOwner): Promise<ReminderReply[]> {
  return (await selectPending(owner)).map(replyOf);
}

/** The member's pending reminders; works in a suspended workspace too. */
export async function list(owner: ReminderOwner): Promise<ScheduleReminderResult> {
  const pending = await pendingOf(owner);
  return {
    pending,
    hint:
      pending.length > 0
        ? 'Times are in UTC. Give cancelReminderId to cancel one.'
        : 'None is pending. Give body, and inMinutes or at, to leave one.',
  };
}
