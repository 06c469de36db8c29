import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember, standingOf } from '@/app/(app)/frame';
import { SessionPage } from '@/components/sessions/session-page';
import { formProblem } from '@/components/ui/form-problem';
import { Notice } from '@/components/ui/notice';
import { ToastOnce } from '@/components/ui/toast';
import { mayAnswer } from '@/lib/actor';
import { questionPage } from '@/lib/questions/pages';
import { answerInWords } from '@/lib/questions/receipt';
import { sessionPage } from '@/lib/sessions/page';

export const metadata: Metadata = { title: 'Session' };

const confirmations: Record<string, string> = {
  stopped: 'Stopped. What waited is cancelled.',
  resumed: 'Lifted. It can ask again.',
};
const problems: Record<string, string> = {
  invalid_request: 'That answer cannot be used. Open the question to answer it.',
  forbidden: 'You may not do that here. A risky question is answered on its own page.',
  changed: 'The question changed after you opened this page. Read it again.',
  not_found: 'It is no longer there.',
};

/** One agent session: its state, what it waits for, what the server knows of it, and what happened. */
export default async function OneSessionPage({ params, searchParams }: PageProps<'/sessions/[id]'>) {
  const { id } = await params;
  const actor = await requireMember(`/sessions/${id}`);
  const { code, done, answered } = await searchParams;
  const [page, { now }, receipt] = await Promise.all([
    sessionPage(actor, id),
    standingOf(actor),
    typeof answered === 'string' ? questionPage(actor, answered) : undefined,
  ]);
  if (!page) notFound();
  const problem = formProblem(code, problems);
  const confirmation = typeof done === 'string' && Object.hasOwn(confirmations, done) ? confirmations[done] : undefined;
  return (
    <Frame actor={actor} current="sessions">
      <SessionPage
        {...page}
        workspaceStoppedUntil={now.stoppedUntil}
        canAct={mayAnswer(actor)}
        notice={problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
      />
      {confirmation && <ToastOnce message={confirmation} />}
      {receipt?.view.answer && <ToastOnce message={`Sent: ${answerInWords(receipt.view.answer.value)}.`} />}
    </Frame>
  );
}
