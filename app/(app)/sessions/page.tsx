import type { Metadata } from 'next';
import { Frame, requireMember, standingOf } from '@/app/(app)/frame';
import { SessionPanel } from '@/components/sessions/session-panel';
import { PageBody } from '@/components/shell/page-head';
import { formProblem } from '@/components/ui/form-problem';
import { Notice } from '@/components/ui/notice';
import { ToastOnce } from '@/components/ui/toast';
import { mayAnswer } from '@/lib/actor';
import { sessionPanel } from '@/lib/sessions/panel';

export const metadata: Metadata = { title: 'Sessions' };

const confirmations: Record<string, string> = {
  stopped: 'Stopped. What waited is cancelled.',
  resumed: 'Lifted. Agents can ask again.',
};

/** The live panel of all agent sessions. */
export default async function SessionsPage({ searchParams }: PageProps<'/sessions'>) {
  const actor = await requireMember('/sessions');
  const { code, done } = await searchParams;
  const [panel, { now }] = await Promise.all([sessionPanel(actor), standingOf(actor)]);
  const problem = formProblem(code, { forbidden: 'Viewers see what agents do, but cannot stop them.' });
  return (
    <Frame actor={actor} current="sessions">
      <PageBody>
        {problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
        {typeof done === 'string' && Object.hasOwn(confirmations, done) && (
          <ToastOnce message={confirmations[done] ?? ''} />
        )}
        <SessionPanel panel={{ ...panel, stoppedUntil: now.stoppedUntil }} canStop={mayAnswer(actor)} />
      </PageBody>
    </Frame>
  );
}
