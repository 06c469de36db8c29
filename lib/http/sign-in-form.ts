import { AuthError } from 'next-auth';
import { AppError, isDatabaseUnavailable } from '@/lib/errors';
import { clientAddress } from '@/lib/http/client-address';
import { isSameOriginPost } from '@/lib/http/origin';
import { enforceRate } from '@/lib/http/rate-limit';
import { backWithError, readForm, safePath, seeOther } from '@/lib/http/with-form';
import { signIn } from '@/lib/members/auth';

const perAccount = { limit: 10, windowMs: 15 * 60_000 };
const perAddress = { limit: 100, windowMs: 15 * 60_000 };

/** Signs in by a plain form and goes on to the page asked for. One answer for every wrong pair: it says not which accounts exist. */
export async function submitSignIn(request: Request): Promise<Response> {
  let next = '/';
  try {
    if (!isSameOriginPost(request)) throw new AppError('forbidden', 'This form did not come from a page of Nod.');
    const form = await readForm(request);
    next = safePath(form.get('next'));
    const email = (form.get('email') ?? '').trim().toLowerCase();
    enforceRate(`sign-in ${email.slice(0, 254)}`, perAccount);
    const address = clientAddress(request);
    if (address) enforceRate(`sign-in from ${address}`, perAddress);
    await signIn('credentials', { email, password: form.get('password') ?? '', redirect: false });
    return seeOther(next);
  } catch (error) {
    return backWithError(`/sign-in?next=${encodeURIComponent(next)}`, signInError(error));
  }
}

function signInError(error: unknown): unknown {
  if (!(error instanceof AuthError)) return error;
  const cause = error.cause?.err ?? error.cause;
  if (isDatabaseUnavailable(cause)) return cause;
  if (error.type === 'CredentialsSignin')
    return new AppError('unauthorized', 'That e-mail and password do not fit together.');
  return cause ?? error;
}
