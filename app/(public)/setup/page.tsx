import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { LiveUpdates } from '@/components/live/live-updates';
import { FourSteps } from '@/components/setup/four-steps';
import { OpenPrintedLink } from '@/components/setup/open-printed-link';
import { OwnerForm } from '@/components/setup/owner-form';
import { PublicFrame } from '@/components/shell/public-frame';
import { formProblem } from '@/components/ui/form-problem';
import { type MemberActor, mayAnswer } from '@/lib/actor';
import { env } from '@/lib/env';
import { justMadeKey } from '@/lib/http/new-key';
import { agentConfigs } from '@/lib/keys/agent-config';
import { currentMember } from '@/lib/members/auth';
import { isSetUp, isSetupToken } from '@/lib/members/first-run';
import { firstSteps } from '@/lib/members/first-steps';
import { selectOthersWaiting } from '@/lib/questions/detail.sql';

export const metadata: Metadata = { title: 'Set up' };

/** Where a new key is shown, and stays shown when its cookie is gone. */
const agentStep = 3;

const ownerProblems = {
  invalid_request: 'The e-mail must be an address, and the password must have 10 to 200 characters.',
  not_found: 'This link has been used. Sign in instead.',
};

type Asked = Record<string, string | string[] | undefined>;

/** First run: make the owner account by the one-time link, then four steps to the first answer. Not there for anybody else. */
export default async function SetupPage({ searchParams }: PageProps<'/setup'>) {
  const asked = await searchParams;
  if (!(await isSetUp())) return <FirstRun asked={asked} />;
  const actor = await currentMember();
  if (!actor) notFound();
  return <FirstSteps actor={actor} asked={asked} />;
}

async function FirstRun({ asked }: { asked: Asked }) {
  const token = typeof asked.token === 'string' ? asked.token : '';
  if (!(await isSetupToken(token))) {
    return (
      <PublicFrame title="Set up Nod" narrow>
        <OpenPrintedLink stale={token !== ''} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title="Make the owner account" lead="One minute. This link works once." narrow>
      <OwnerForm token={token} problem={formProblem(asked.code, ownerProblems)} />
    </PublicFrame>
  );
}

async function FirstSteps({ actor, asked }: { actor: MemberActor; asked: Asked }) {
  const [steps, apiKey, { count }] = await Promise.all([
    firstSteps(actor),
    justMadeKey(actor, asked.new),
    selectOthersWaiting(actor.workspaceId, null),
  ]);
  return (
    <PublicFrame
      title="Four steps to the first answer"
      lead="About three minutes. You can close this page; it remembers where you were."
    >
      <FourSteps
        steps={steps}
        chosen={asked.new === undefined ? Number(asked.step) || undefined : agentStep}
        url={env().url}
        newKey={apiKey ? { apiKey, setups: agentConfigs(env().url, apiKey) } : undefined}
        problem={formProblem(asked.code)}
        canAct={mayAnswer(actor)}
      />
      <LiveUpdates waitingCount={count} />
    </PublicFrame>
  );
}
