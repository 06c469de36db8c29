import type { ScheduleReminderResult } from '@/lib/contract/reminder';
import { reminderOf } from '@/lib/reminders/fetch';
import { pendingOf } from '@/lib/reminders/list';
import { cancelScheduled, type ReminderOwner } from '@/lib/reminders/reminders.sql';
import { type ReminderRow, replyOf } from '@/lib/reminders/row';

/** Who called it off; the page says so. */
export type CancelReason = 'cancelled_by_agent' | 'cancelled_by_person';

/** Cancels a reminder unless its dispatch began, and gives it as it is then. Throws AppError `not_found`. */
export async function cancelReminder(owner: ReminderOwner, id: string, reason: CancelReason): Promise<ReminderRow> {
  const before = await reminderOf(owner, id);
  await cancelScheduled(owner, before.id, reason);
  return reminderOf(owner, id);
}

/** The same for an agent. One that was cancelled before stays `cancelled: true`: it never comes, and the call can be repeated. */
export async function cancel(owner: ReminderOwner, id: string): Promise<ScheduleReminderResult> {
  const row = await cancelReminder(owner, id, 'cancelled_by_agent');
  const cancelled = row.status === 'cancelled';
  return {
    cancelled,
    reminder: replyOf(row),
    pending: await pendingOf(owner),
    hint: cancelled ? 'It will not come.' : `Its dispatch began before this call: it is ${row.status}.`,
    ...(row.env === null ? {} : { env: row.env }),
  };
}
