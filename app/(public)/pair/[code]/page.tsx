import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { AgentText } from '@/components/ui/agent-text';
import { Button, ButtonLink } from '@/components/ui/button';
import { FormAlert } from '@/components/ui/form-alert';
import { formProblem } from '@/components/ui/form-problem';
import { currentMember } from '@/lib/members/auth';
import { readPhoneCode } from '@/lib/members/phone-codes';

export const metadata: Metadata = { title: 'Sign in this phone' };

/** Where a phone lands that scanned a code: it is signed in by the tap, never by the look. */
export default async function PairPage({ params, searchParams }: PageProps<'/pair/[code]'>) {
  const [{ code }, asked] = await Promise.all([params, searchParams]);
  const [signIn, member] = await Promise.all([readPhoneCode(code), currentMember()]);
  if (!signIn) {
    return (
      <PublicFrame
        title="This code no longer works"
        lead="It has been used, or it is more than 10 minutes old. On a browser that is signed in, open Devices and press “Show a code”."
        narrow
      >
        <ButtonLink href="/" block>
          Open Nod
        </ButtonLink>
      </PublicFrame>
    );
  }
  if (member?.memberId === signIn.memberId) {
    return (
      <PublicFrame
        title="You are signed in here already"
        lead="The code still works. Scan it with the phone that you want to sign in."
        narrow
      >
        <ButtonLink href="/devices" block>
          Open Devices
        </ButtonLink>
      </PublicFrame>
    );
  }
  const problem = formProblem(asked.code);
  return (
    <PublicFrame
      title="Sign in this phone?"
      lead={<AgentText text={`As ${signIn.as}, in the workspace ${signIn.workspaceName}.`} />}
      narrow
    >
      <form method="post" action={`/pair/${encodeURIComponent(code)}/sign-in`} className="grid gap-4">
        <FormAlert problem={problem} />
        <Button type="submit" look="primary" block>
          Sign in this phone
        </Button>
        <p className="text-small text-muted">
          Next you turn on questions here. If you did not ask for this code yourself, close this page.
        </p>
      </form>
    </PublicFrame>
  );
}
