import { snooze } from '@/lib/delivery/settings';
import { fieldsOf, withForm } from '@/lib/http/with-form';

/** Holds this member's pushes for a while. */
export const POST = withForm({ back: () => '/settings?form=snooze' }, async ({ actor, form }) => {
  await snooze(actor, fieldsOf(form));
  return '/settings?done=snoozed';
});
