import { AppError } from '@/lib/errors';
import { keepFields } from '@/lib/http/kept-fields';
import { refuseForeignForm } from '@/lib/http/origin';
import { signInError } from '@/lib/http/sign-in-error';
import { accountOf, enforceAddressRate, enforceSignInRate } from '@/lib/http/sign-in-rate';
import { backWithError, readForm, seeOther } from '@/lib/http/with-form';
import { signIn } from '@/lib/members/auth';
import { readInvite } from '@/lib/members/invites';

type Context = { params: Promise<Record<string, string>> };

/** Joins a workspace by an invite link and signs in there. */
export async function submitJoin(request: Request, { params }: Context): Promise<Response> {
  const { token = '' } = await params;
  const page = `/invite/${encodeURIComponent(token)}`;
  try {
    refuseForeignForm(request);
    const form = await readForm(request);
    const [email, name] = [accountOf(form.get('email') ?? ''), form.get('name') ?? ''];
    const invite = await readInvite(token);
    if (!invite) throw new AppError('not_found', 'This invite has been used, taken back, or is too old.');
    await keepFields(page, { email, name });
    enforceSignInRate(request, email);
    await signIn('invite', { token, email, name, password: form.get('password') ?? '', redirect: false });
    // Whoever will answer turns this device on next.
    return seeOther(invite.role === 'viewer' ? '/' : '/devices');
  } catch (error) {
    return backWithError(page, signInError(error));
  }
}

/** Signs a phone in by the code that its person has on another screen. */
export async function submitPair(request: Request, { params }: Context): Promise<Response> {
  const { code = '' } = await params;
  try {
    refuseForeignForm(request);
    enforceAddressRate(request);
    await signIn('phone', { code, redirect: false });
    return seeOther('/devices?done=paired');
  } catch (error) {
    return backWithError(`/pair/${encodeURIComponent(code)}`, signInError(error));
  }
}
