import { changeMemberDelivery } from '@/lib/delivery/settings';
import { fieldsOf, withForm } from '@/lib/http/with-form';

/** Changes how this member is reached. */
export const POST = withForm({ back: () => '/settings?form=delivery' }, async ({ actor, form }) => {
  await changeMemberDelivery(actor, fieldsOf(form));
  return '/settings?done=saved';
});
