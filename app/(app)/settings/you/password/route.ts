import { enforceSignInRate } from '@/lib/http/sign-in-rate';
import { withForm } from '@/lib/http/with-form';
import { changePassword } from '@/lib/members/change-password';

/** Changes the person's password; every other browser of theirs is signed out. */
export const POST = withForm({ back: () => '/settings?form=password' }, async ({ actor, form, request }) => {
  enforceSignInRate(request, actor.email);
  await changePassword(actor, { current: form.get('current') ?? '', next: form.get('next') ?? '' });
  return '/settings?done=password';
});
