import { LeaveReminder } from '@/lib/contract/reminder';
import { AppError } from '@/lib/errors';
import { withForm } from '@/lib/http/with-form';
import { parseOrThrow } from '@/lib/parse';
import { leaveReminder } from '@/lib/reminders/page';

/** Leaves a reminder for oneself. What is wrong with the time, the page finds out again from the time: an address carries no words. */
export const POST = withForm({ back: () => '/reminders' }, async ({ actor, form }) => {
  const at = form.get('at') ?? '';
  try {
    const { twice } = await leaveReminder(actor, parseOrThrow(LeaveReminder, { body: form.get('body') ?? '', at }));
    return `/reminders?done=${twice ? 'left-earlier' : 'left'}`;
  } catch (error) {
    const field = error instanceof AppError ? error.issues?.[0]?.field : undefined;
    if (field === undefined) throw error;
    const wrong = new URLSearchParams({ code: 'invalid_request', field, at: at.slice(0, 40) });
    return `/reminders?${wrong}#remind-me`;
  }
});
