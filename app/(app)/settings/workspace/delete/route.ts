import { withForm } from '@/lib/http/with-form';
import { signOut } from '@/lib/members/auth';
import { deleteWorkspace } from '@/lib/members/delete-workspace';
import { printSetupLink } from '@/lib/members/print-setup-link';

/** Deletes the workspace for good and signs this browser out; when nobody is left, Nod starts anew. */
export const POST = withForm({ back: () => '/settings?form=delete' }, async ({ actor, form }) => {
  await deleteWorkspace(actor, { name: form.get('name') ?? '' });
  await signOut({ redirect: false });
  await printSetupLink();
  return '/sign-in';
});
