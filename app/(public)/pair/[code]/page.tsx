import type { Metadata } from 'next';
import { TerminalPage } from '@/app/(public)/pair/[code]/terminal-page';
import { PublicFrame } from '@/components/shell/public-frame';
import { AgentText } from '@/components/ui/agent-text';
import { Button, ButtonLink } from '@/components/ui/button';
import { FormAlert } from '@/components/ui/form-alert';
import { formProblem } from '@/components/ui/form-problem';
import { readPairingCode } from '@/lib/keys/pairing-code';
import { currentMember } from '@/lib/members/auth';
import { readPhoneCode } from '@/lib/members/phone-codes';

export async function generateMetadata({ params }: PageProps<'/pair/[code]'>): Promise<Metadata> {
  return { title: readPairingCode((await params).code) ? 'Connect a terminal' : 'Sign in this phone' };
}

/** Where a code leads: a terminal's short one to the person who approves it, a phone's long one to signing that phone in. */
export default async function PairPage({ params, searchParams }: PageProps<'/pair/[code]'>) {
  const [{ code }, asked] = await Promise.all([params, searchParams]);
  return readPairingCode(code) ? (
    <TerminalPage code={code} problem={asked.code} />
  ) : (
    <PhonePage code={code} problem={asked.code} />
  );
}

/** Where a phone lands that scanned a code: it is signed in by the tap, never by the look. */
async function PhonePage({ code, problem: problemCode }: { code: string; problem: string | string[] | undefined }) {
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
  const problem = formProblem(problemCode);
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
