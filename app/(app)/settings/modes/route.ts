import { changeWorkspaceDelivery } from '@/lib/delivery/settings';
import { fieldsOf, withForm } from '@/lib/http/with-form';

/** Changes how members are reached who say nothing else. */
export const POST = withForm({ back: () => '/settings?form=modes' }, async ({ actor, form }) => {
  await changeWorkspaceDelivery(actor, fieldsOf(form));
  return '/settings?done=saved';
});
