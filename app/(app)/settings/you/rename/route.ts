import { withForm } from '@/lib/http/with-form';
import { renameSelf } from '@/lib/members/rename';

/** Changes the person's own name. */
export const POST = withForm({ back: () => '/settings?form=name' }, async ({ actor, form }) => {
  await renameSelf(actor, { name: form.get('name') ?? '' });
  return '/settings?done=saved';
});
