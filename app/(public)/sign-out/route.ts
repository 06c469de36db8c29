import { withForm } from '@/lib/http/with-form';
import { signOut } from '@/lib/members/auth';
import { revokeWebSession } from '@/lib/members/web-sessions';

/** Ends this browser's web session and silences its device; then the cookie goes. */
export const POST = withForm({ back: () => '/settings' }, async ({ actor }) => {
  await revokeWebSession(actor.personId, actor.webSessionId);
  await signOut({ redirect: false });
  return '/sign-in';
});
