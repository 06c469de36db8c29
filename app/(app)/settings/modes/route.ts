import { changeWorkspaceDelivery } from '@/lib/delivery/settings';
import { keepingFields } from '@/lib/http/kept-fields';
import { fieldsOf, withForm } from '@/lib/http/with-form';

const names = ['mode', 'graceSeconds', 'pushFirstSeconds', 'pushOnlySeconds'];

/** Changes how members are reached who say nothing else. */
export const POST = withForm({ back: () => '/settings?form=modes' }, async ({ actor, form }) => {
  await keepingFields('/settings', { form, names }, () => changeWorkspaceDelivery(actor, fieldsOf(form)));
  return '/settings?done=saved';
});
