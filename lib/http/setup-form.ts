import { refuseForeignForm } from '@/lib/http/origin';
import { enforceRate } from '@/lib/http/rate-limit';
import { backWithError, readForm, seeOther } from '@/lib/http/with-form';
import { signIn } from '@/lib/members/auth';
import { createOwnerByLink } from '@/lib/members/first-run';

/** Makes the owner by the one-time link and signs them in. */
export async function submitSetup(request: Request): Promise<Response> {
  let token = '';
  try {
    refuseForeignForm(request);
    enforceRate('setup', { limit: 30, windowMs: 60_000 });
    const form = await readForm(request);
    const field = (name: string) => form.get(name) ?? undefined;
    token = field('token') ?? '';
    const [email, password] = [field('email'), field('password')];
    await createOwnerByLink({ token, email, password, name: field('name'), workspace: field('workspace') });
    await signIn('credentials', { email, password, redirect: false });
    return seeOther('/setup');
  } catch (error) {
    return backWithError(`/setup?token=${encodeURIComponent(token)}`, error);
  }
}
