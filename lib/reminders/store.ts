import { AppError, refusal } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { digestReminder, isReminderDigest, type ReminderContent } from '@/lib/reminders/digest';
import type { FireTime } from '@/lib/reminders/fire-time';
import {
  type RemindedRow,
  type ReminderFields,
  type ReminderOwner,
  selectReminder,
  storeReminder,
} from '@/lib/reminders/reminders.sql';
import type { ReminderRow } from '@/lib/reminders/row';
import { reminderText } from '@/lib/reminders/text';

/** Most that may be pending for one member of a workspace (spec 3.6). */
export const pendingLimit = 25;

export interface NewReminder {
  body: string;
  title: string | undefined;
  time: FireTime;
  env: 'test' | null;
  requestId: string | null;
  /** Who leaves it: nulls for the member themselves. */
  left: Pick<ReminderFields, 'key_id' | 'agent_name' | 'session_id' | 'machine_id'>;
}

/**
 * Stores a reminder, or finds the one that this call repeats. Throws AppError `invalid_request` (text too long, a time that is past or too
 * far), `idempotency_conflict`, `limit_reached` or `subscription_required`.
 */
export async function storeOnce(
  owner: ReminderOwner,
  given: NewReminder,
): Promise<{ row: ReminderRow; duplicate: boolean }> {
  const { body, title, time, env } = given;
  const content: ReminderContent = { body, title: title ?? '', time, env };
  const fields: ReminderFields = {
    id: newId(),
    workspace_id: owner.workspaceId,
    member_id: owner.memberId,
    ...reminderText(body, title),
    fire_at: time.at?.toISOString() ?? null,
    request_id: given.requestId,
    content_digest: await digestReminder(content),
    env,
    ...given.left,
  };
  const reminded = await storeReminder(fields, time.inMinutes ?? null, pendingLimit);
  const row = reminded.reminder_id ? await selectReminder(owner, reminded.reminder_id) : undefined;
  if (!row) throw whyNotStored(reminded.outcome);
  const duplicate = reminded.outcome === 'repeated';
  if (duplicate && !(await isReminderDigest(row.content_digest, content))) {
    throw new AppError(
      'idempotency_conflict',
      'This requestId was used for a reminder with another text or time. Nothing was stored.',
      { hint: 'Use a new requestId for a new reminder.' },
    );
  }
  return { row, duplicate };
}

function whyNotStored(outcome: RemindedRow['outcome']): AppError {
  switch (outcome) {
    case 'past':
      return refusal('at', 'is in the past by the clock of the server');
    case 'too_far':
      return refusal('at', 'is more than 30 days away by the clock of the server, the longest time that is kept');
    case 'suspended':
      return new AppError('subscription_required', 'This workspace is suspended.', {
        hint: 'Reminders can be listed and cancelled, not left.',
      });
    case 'limit':
      return new AppError(
        'limit_reached',
        `${pendingLimit} reminders are pending, the limit of one person in a workspace.`,
        {
          hint: 'Cancel one that is no longer needed (cancelReminderId), or wait until one has come.',
        },
      );
    default:
      return new AppError('unavailable', 'The reminder could not be read.');
  }
}
