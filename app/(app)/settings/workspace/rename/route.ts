import { withForm } from '@/lib/http/with-form';
import { renameWorkspace } from '@/lib/members/rename';

/** Changes the workspace's name. */
export const POST = withForm({ back: () => '/settings?form=workspace' }, async ({ actor, form }) => {
  await renameWorkspace(actor, { name: form.get('name') ?? '' });
  return '/settings?done=saved#workspace';
});
