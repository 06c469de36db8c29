import { findReminders, leaveReminder } from '@/lib/contract/operations/reminders';
import { withOperation } from '@/lib/http/with-operation';
import { scheduleReminder } from '@/lib/reminders/schedule-reminder';

/** What is pending, or one reminder by `?reminderId=`. */
export const GET = withOperation(findReminders, ({ actor, query }) => scheduleReminder(actor, query));

/** Leaves, cancels, reads or lists, told apart by the body as the tool schedule_reminder does. */
export const POST = withOperation(leaveReminder, ({ actor, body }) => scheduleReminder(actor, body));

export { noSuchMethod as DELETE, noSuchMethod as PATCH, noSuchMethod as PUT } from '@/lib/http/no-such-method';
