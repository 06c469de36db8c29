import type { Metadata } from 'next';
import { JoinForm } from '@/components/setup/join-form';
import { PublicFrame } from '@/components/shell/public-frame';
import { AgentText } from '@/components/ui/agent-text';
import { ButtonLink } from '@/components/ui/button';
import { formProblem } from '@/components/ui/form-problem';
import { keptFields } from '@/lib/http/kept-fields';
import { currentMember } from '@/lib/members/auth';
import { readInvite } from '@/lib/members/invites';

export const metadata: Metadata = { title: 'Join' };

const problems = {
  invalid_request: 'The e-mail must be an address, and the password must have 10 to 200 characters.',
  unauthorized: 'That e-mail and password do not fit together.',
  rate_limited: 'Too many tries. Wait a quarter of an hour, then try again.',
  forbidden: 'This form did not come from a page of Nod. Try again here.',
};

const roleSentences = {
  owner: 'As an owner you answer, and decide who is here.',
  member: 'As a member you answer your agents’ questions.',
  viewer: 'As a viewer you read everything and change nothing.',
};

/** Joining a workspace by an invite link. Looking at it uses nothing up. */
export default async function InvitePage({ params, searchParams }: PageProps<'/invite/[token]'>) {
  const [{ token }, asked] = await Promise.all([params, searchParams]);
  const [invite, member, kept] = await Promise.all([readInvite(token), currentMember(), keptFields(asked.code)]);
  if (!invite) {
    return (
      <PublicFrame
        title="This invite no longer works"
        lead="It has been used, was taken back, or is more than 7 days old. Ask whoever sent it for a new one."
        narrow
      >
        <ButtonLink href="/" block>
          Open Nod
        </ButtonLink>
      </PublicFrame>
    );
  }
  if (member?.workspaceId === invite.workspaceId) {
    return (
      <PublicFrame
        title={<AgentText text={`You are in ${invite.workspaceName} already`} />}
        lead="This link is for somebody else, and still works."
        narrow
      >
        <ButtonLink href="/" block>
          Open Nod
        </ButtonLink>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title={<AgentText text={`Join ${invite.workspaceName}`} />} lead={roleSentences[invite.role]} narrow>
      <JoinForm
        token={token}
        problem={formProblem(asked.code, problems)}
        email={kept.get('email') ?? ''}
        name={kept.get('name') ?? ''}
      />
    </PublicFrame>
  );
}
