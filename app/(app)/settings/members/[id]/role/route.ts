import { withForm } from '@/lib/http/with-form';
import { changeRole } from '@/lib/members/manage';

/** Gives a member another role. */
export const POST = withForm({ back: () => '/settings?form=people' }, async ({ actor, params, form }) => {
  await changeRole(actor, params.id ?? '', { role: form.get('role') ?? undefined });
  return '/settings?done=role#people';
});
