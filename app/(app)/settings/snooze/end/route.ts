import { wake } from '@/lib/delivery/settings';
import { withForm } from '@/lib/http/with-form';

/** Ends this member's snooze. */
export const POST = withForm({ back: () => '/settings?form=snooze' }, async ({ actor }) => {
  await wake(actor);
  return '/settings?done=woken';
});
