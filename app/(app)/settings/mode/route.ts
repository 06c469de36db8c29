import { changeModeForNow } from '@/lib/delivery/settings';
import { fieldsOf, withForm } from '@/lib/http/with-form';

/** Another mode for a while. */
export const POST = withForm({ back: () => '/settings?form=mode' }, async ({ actor, form }) => {
  await changeModeForNow(actor, fieldsOf(form));
  return '/settings?done=mode';
});
