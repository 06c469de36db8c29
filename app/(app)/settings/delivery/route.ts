import { changeMemberDelivery } from '@/lib/delivery/settings';
import { keepingFields } from '@/lib/http/kept-fields';
import { fieldsOf, withForm } from '@/lib/http/with-form';

const names = ['mode', 'updates', 'quietFrom', 'quietTo', 'timeZone', 'urgentThrough'];

/** Changes how this member is reached. */
export const POST = withForm({ back: () => '/settings?form=delivery' }, async ({ actor, form }) => {
  await keepingFields('/settings', { form, names }, () => changeMemberDelivery(actor, fieldsOf(form)));
  return '/settings?done=saved';
});
