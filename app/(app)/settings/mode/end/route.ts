import { endModeForNow } from '@/lib/delivery/settings';
import { withForm } from '@/lib/http/with-form';

/** Back to the lasting mode. */
export const POST = withForm({ back: () => '/settings?form=mode' }, async ({ actor }) => {
  await endModeForNow(actor);
  return '/settings?done=mode_ended';
});
