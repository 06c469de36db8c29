import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ForgetLastWaiting } from '@/components/live/forget-last-waiting';
import { OpenPrintedLink } from '@/components/setup/open-printed-link';
import { PublicFrame } from '@/components/shell/public-frame';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { formProblem } from '@/components/ui/form-problem';
import { keptFields } from '@/lib/http/kept-fields';
import { safePath } from '@/lib/http/with-form';
import { currentMember } from '@/lib/members/auth';
import { isSetUp } from '@/lib/members/first-run';

export const metadata: Metadata = { title: 'Sign in' };

const problems = {
  unauthorized: 'That e-mail and password do not fit together.',
  rate_limited: 'Too many tries. Wait a quarter of an hour, then try again.',
  forbidden: 'This form did not come from a page of Nod. Try again here.',
};

/** Sign in, then on to the page asked for. */
export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const asked = await searchParams;
  const next = safePath(typeof asked.next === 'string' ? asked.next : undefined);
  if (await currentMember()) redirect(next);
  if (!(await isSetUp())) {
    return (
      <PublicFrame title="Nobody has an account here yet" narrow>
        <OpenPrintedLink />
      </PublicFrame>
    );
  }
  const problem = formProblem(asked.code, problems);
  const kept = await keptFields(asked.code);
  return (
    <PublicFrame
      title="Sign in"
      lead={next.startsWith('/q/') ? 'Then you see the question.' : 'Your agents’ questions wait inside.'}
      narrow
    >
      <ForgetLastWaiting />
      <form method="post" action="/sign-in/submit" className="grid gap-5">
        <input type="hidden" name="next" value={next} />
        <FormAlert problem={problem} />
        <Field
          id="email"
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          inputMode="email"
          defaultValue={kept.get('email') ?? ''}
          required
        />
        <Field
          id="password"
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
        <Button type="submit" look="primary" block>
          Sign in
        </Button>
      </form>
    </PublicFrame>
  );
}
