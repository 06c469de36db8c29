import { LeaveReminder } from '@/lib/contract/reminder';
import { AppError } from '@/lib/errors';
import { keepingFields } from '@/lib/http/kept-fields';
import { withForm } from '@/lib/http/with-form';
import { parseOrThrow } from '@/lib/parse';
import { leaveReminder } from '@/lib/reminders/page';

/** Leaves a reminder for oneself. What is wrong with the time, the page finds out again from the fields: an address carries no words. */
export const POST = withForm({ back: () => '/reminders' }, async ({ actor, form }) => {
  const [body, at] = [form.get('body') ?? '', form.get('at') ?? ''];
  try {
    const { twice } = await keepingFields('/reminders', { form, names: ['body', 'at', 'timeZone'] }, async () =>
      leaveReminder(actor, parseOrThrow(LeaveReminder, { body, at }), form.get('timeZone') || undefined),
    );
    return `/reminders?done=${twice ? 'left-earlier' : 'left'}`;
  } catch (error) {
    const field = error instanceof AppError ? error.issues?.[0]?.field : undefined;
    if (field === undefined) throw error;
    return `/reminders?${new URLSearchParams({ code: 'invalid_request', field })}#remind-me`;
  }
});
