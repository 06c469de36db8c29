import { withForm } from '@/lib/http/with-form';
import { cancelOwnReminder } from '@/lib/reminders/page';

/** Cancels one of the member's own reminders. */
export const POST = withForm({ back: () => '/reminders' }, async ({ actor, params }) => {
  await cancelOwnReminder(actor, params.id ?? '');
  return '/reminders?done=cancelled';
});
