import { redirect } from 'next/navigation';
import { TerminalRequest } from '@/components/pairing/terminal-request';
import { PublicFrame } from '@/components/shell/public-frame';
import { ButtonLink } from '@/components/ui/button';
import { formProblem } from '@/components/ui/form-problem';
import { mayAnswer } from '@/lib/actor';
import { countPairingLook } from '@/lib/http/pairing-forms';
import { readPairing } from '@/lib/keys/pairing';
import { currentMember } from '@/lib/members/auth';

const outcomes = {
  approved: { title: 'Approved', lead: 'Go back to your terminal: it goes on by itself.' },
  used: { title: 'Connected', lead: 'The terminal has its key. To end it, revoke it under Keys.' },
  declined: { title: 'Refused', lead: 'That terminal gets no key.' },
};

/** Where a member decides whether a terminal gets a key. */
export async function TerminalPage({ code, problem }: { code: string; problem: string | string[] | undefined }) {
  const actor = await currentMember();
  if (!actor) redirect(`/sign-in?next=${encodeURIComponent(`/pair/${code}`)}`);
  if (!mayAnswer(actor))
    return <Ending title="Viewers connect no terminals" lead="Ask an owner or a member to approve the code." />;
  countPairingLook(actor.memberId);
  const pairing = await readPairing(actor, code);
  if (!pairing) {
    return (
      <Ending
        title="This code no longer works"
        lead="It has been used, or it is more than 10 minutes old. Start again in your terminal."
      />
    );
  }
  if (pairing.state !== 'pending') return <Ending {...outcomes[pairing.state]} />;
  return (
    <PublicFrame title="Connect this terminal?" lead="Your terminal shows the same code?" narrow>
      <TerminalRequest pairing={pairing} workspaceName={actor.workspaceName} problem={formProblem(problem)} />
    </PublicFrame>
  );
}

function Ending({ title, lead }: { title: string; lead: string }) {
  return (
    <PublicFrame title={title} lead={lead} narrow>
      <ButtonLink href="/" block>
        Open Nod
      </ButtonLink>
    </PublicFrame>
  );
}
