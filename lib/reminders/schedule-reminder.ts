import type { KeyActor } from '@/lib/actor';
import type { ScheduleReminder, ScheduleReminderResult } from '@/lib/contract/reminder';
import { refusal } from '@/lib/errors';
import type { CallFacts } from '@/lib/questions/prepare';
import { cancel } from '@/lib/reminders/cancel';
import { fetchReminder } from '@/lib/reminders/fetch';
import { list } from '@/lib/reminders/list';
import { schedule } from '@/lib/reminders/schedule';

const ofSchedule = ['body', 'title', 'inMinutes', 'at', 'requestId'] as const;

/**
 * The one entry of agents (spec 3.6): cancels, fetches, leaves or lists, told apart by what is given. Only reminders of the member who
 * made the key are seen. Throws AppError `invalid_request` when the arguments mean two things, and what the chosen verb throws.
 */
export async function scheduleReminder(
  actor: KeyActor,
  input: ScheduleReminder,
  facts: CallFacts = {},
): Promise<ScheduleReminderResult> {
  const { cancelReminderId, reminderId } = input;
  const given = ofSchedule.find((field) => input[field] !== undefined);
  if (cancelReminderId !== undefined || reminderId !== undefined) {
    const named = cancelReminderId === undefined ? 'reminderId' : 'cancelReminderId';
    if (given !== undefined) throw refusal(given, `cannot be given together with ${named}`);
    if (cancelReminderId !== undefined && reminderId !== undefined)
      throw refusal('reminderId', 'cannot be given together with cancelReminderId');
  }
  if (cancelReminderId !== undefined) return cancel(actor, cancelReminderId);
  if (reminderId !== undefined) return fetchReminder(actor, reminderId);
  return given === undefined ? list(actor) : schedule(actor, input, facts);
}
