import { withForm } from '@/lib/http/with-form';
import { removeMember } from '@/lib/members/manage';

/** Takes a member out of the workspace. */
export const POST = withForm({ back: () => '/settings?form=people' }, async ({ actor, params }) => {
  await removeMember(actor, params.id ?? '');
  return '/settings?done=removed#people';
});
