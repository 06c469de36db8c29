import type { Metadata } from 'next';
import { Frame, requireMember, standingOf } from '@/app/(app)/frame';
import { LastWaiting } from '@/components/live/last-waiting';
import { WaitingList } from '@/components/question/waiting-list';
import { PageBody } from '@/components/shell/page-head';
import { ToastOnce } from '@/components/ui/toast';
import { justHappened } from '@/lib/activity/feed';
import { mayAnswer } from '@/lib/actor';
import { listDevices } from '@/lib/devices/manage';
import { questionPage, waitingQuestions } from '@/lib/questions/pages';
import { answerInWords } from '@/lib/questions/receipt';

export const metadata: Metadata = { title: 'Waiting' };

/** Waiting now: every pending question, oldest first, answerable in place; then what just happened. */
export default async function WaitingPage({ searchParams }: PageProps<'/'>) {
  const { answered } = await searchParams;
  const actor = await requireMember('/');
  const [questions, { happenings, working }, devices, { now }, receipt] = await Promise.all([
    waitingQuestions(actor),
    justHappened(actor),
    listDevices(actor),
    standingOf(actor),
    typeof answered === 'string' ? questionPage(actor, answered) : undefined,
  ]);
  const isSilent = now.rest !== undefined || now.mode === 'terminal_only';
  const given = receipt?.view.answer;
  return (
    <Frame actor={actor} current="waiting">
      <PageBody>
        <WaitingList
          questions={questions}
          justHappened={happenings}
          canAnswer={mayAnswer(actor)}
          working={working}
          reachedOn={isSilent ? undefined : devices.find((device) => device.status === 'active')?.name}
          isStopped={now.stoppedUntil !== undefined}
        />
      </PageBody>
      {receipt && given && <ToastOnce message={`Sent: ${answerInWords(given.value)}. ${sentTo(receipt.view)}`} />}
      <LastWaiting
        questions={questions.map(({ id, question, agentName, askedAt }) => ({ id, question, agentName, askedAt }))}
      />
    </Frame>
  );
}

const sentTo = ({ agentLabel, listening, pickedUp }: { agentLabel: string; listening: boolean; pickedUp: boolean }) => {
  if (pickedUp) return `${agentLabel} has it.`;
  return listening ? `${agentLabel} is listening for it.` : `${agentLabel} gets it when it asks again.`;
};
