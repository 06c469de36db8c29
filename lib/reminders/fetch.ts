import type { ScheduleReminderResult } from '@/lib/contract/reminder';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { pendingOf } from '@/lib/reminders/list';
import { countReminderDeliveries, type ReminderOwner, selectReminder } from '@/lib/reminders/reminders.sql';
import { type ReminderRow, replyOf } from '@/lib/reminders/row';

/** One reminder of the member; throws AppError `not_found`, also for one of somebody else's. */
export async function reminderOf(owner: ReminderOwner, id: string): Promise<ReminderRow> {
  const row = isId(id) ? await selectReminder(owner, id) : undefined;
  if (!row) {
    throw new AppError('not_found', 'There is no such reminder of this person.', {
      hint: 'Call without arguments to list the pending ones.',
    });
  }
  return row;
}

/** One reminder, also a settled one, with what is known of its pushes. Throws AppError `not_found`. */
export async function fetchReminder(owner: ReminderOwner, id: string): Promise<ScheduleReminderResult> {
  const row = await reminderOf(owner, id);
  const [delivery, pending] = await Promise.all([countReminderDeliveries(owner, row.id), pendingOf(owner)]);
  return {
    reminder: replyOf(row),
    pending,
    delivery,
    hint: 'In delivery, sent means that the push service took it, delivered that the device reported it.',
    ...(row.env === null ? {} : { env: row.env }),
  };
}
