import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember } from '@/app/(app)/frame';
import { PageBody, TopBar } from '@/components/shell/page-head';
import { formProblem } from '@/components/ui/form-problem';
import { Notice } from '@/components/ui/notice';
import { ToastOnce } from '@/components/ui/toast';
import { AttemptList } from '@/components/webhooks/attempt-list';
import { MessageSheet } from '@/components/webhooks/message-sheet';
import { mayAnswer } from '@/lib/actor';
import { messagePage } from '@/lib/webhooks/messages';

export const metadata: Metadata = { title: 'Webhook' };

/** One webhook: how it stands, what is sent, and its tries. */
export default async function OneWebhookPage({ params, searchParams }: PageProps<'/webhooks/[id]'>) {
  const { id } = await params;
  const actor = await requireMember(`/webhooks/${encodeURIComponent(id)}`);
  const page = await messagePage(actor, id);
  if (!page) notFound();
  const { message, body, attempts } = page;
  const { code, done } = await searchParams;
  const problem = formProblem(code, { changed: 'It is on its way at this moment. Wait for what comes of that.' });
  return (
    <Frame actor={actor} current="webhooks">
      <PageBody>
        <TopBar href="/webhooks" label="Webhooks" />
        {problem && <Notice tone="red" title="That did not work" detail={problem} announce />}
        <MessageSheet message={message} body={body} maySend={mayAnswer(actor)} />
        {attempts.length > 0 && <AttemptList attempts={attempts} />}
        {done === 'again' && !problem && <ToastOnce message="It is sent now. What comes of it is listed here." />}
      </PageBody>
    </Frame>
  );
}
