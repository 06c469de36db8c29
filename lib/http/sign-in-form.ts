import { keepFields } from '@/lib/http/kept-fields';
import { refuseForeignForm } from '@/lib/http/origin';
import { signInError } from '@/lib/http/sign-in-error';
import { accountOf, enforceSignInRate } from '@/lib/http/sign-in-rate';
import { backWithError, readForm, safePath, seeOther } from '@/lib/http/with-form';
import { signIn } from '@/lib/members/auth';

/** Signs in by a plain form and goes on to the page asked for. One answer for every wrong pair: it says not which accounts exist. */
export async function submitSignIn(request: Request): Promise<Response> {
  let [next, email] = ['/', ''];
  try {
    refuseForeignForm(request);
    const form = await readForm(request);
    next = safePath(form.get('next'));
    email = accountOf(form.get('email') ?? '');
    enforceSignInRate(request, email);
    await signIn('credentials', { email, password: form.get('password') ?? '', redirect: false });
    return seeOther(next);
  } catch (error) {
    await keepFields('/sign-in', { email });
    return backWithError(`/sign-in?next=${encodeURIComponent(next)}`, signInError(error));
  }
}
