import { withForm } from '@/lib/http/with-form';
import { revokeInvite } from '@/lib/members/invites';

/** Takes an invite link back. */
export const POST = withForm({ back: () => '/settings?form=invite' }, async ({ actor, params }) => {
  await revokeInvite(actor, params.id ?? '');
  return '/settings?done=invite#people';
});
