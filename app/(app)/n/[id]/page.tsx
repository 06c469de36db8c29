import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember } from '@/app/(app)/frame';
import { DeliveryTimeline } from '@/components/notification/delivery-timeline';
import { EmbeddedQuestion } from '@/components/notification/embedded-question';
import { NotificationSheet } from '@/components/notification/notification-sheet';
import { TopBar } from '@/components/shell/page-head';
import { Facts } from '@/components/ui/facts';
import { mayAnswer } from '@/lib/actor';
import { notificationPage } from '@/lib/notifications/page';

export const metadata: Metadata = { title: 'Notification' };

const pageClass =
  'mx-auto w-full max-w-column flex-1 pb-[calc(96px+env(safe-area-inset-bottom))] wide:grid wide:max-w-(--column-wide) wide:grid-cols-[minmax(0,1fr)_288px] wide:content-start wide:items-start wide:gap-x-11 wide:px-7 wide:pt-2.5 wide:pb-16';

/** What a notification leads to: its details, how it got here, and its question, answerable in place. */
export default async function NotificationPage({ params }: PageProps<'/n/[id]'>) {
  const { id } = await params;
  const actor = await requireMember(`/n/${id}`);
  const view = await notificationPage(actor, id);
  if (!view) notFound();
  const facts = [
    { label: 'Session', value: view.sessionId },
    { label: 'Machine', value: view.machineId },
    { label: 'Test', value: view.isTest ? 'Marked as test traffic' : undefined },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return (
    <Frame actor={actor} current="activity">
      <main id="main" className={pageClass}>
        <div className="wide:col-span-full">
          <TopBar href="/activity" label="Activity" />
        </div>
        <div className="min-w-0 wide:col-start-1">
          <NotificationSheet view={view} />
          {view.question && <EmbeddedQuestion view={view.question} canAnswer={mayAnswer(actor)} />}
        </div>
        <aside className="wide:col-start-2">
          {facts.length > 0 && <Facts title="What Nod knows" facts={facts} />}
          <DeliveryTimeline view={view} />
        </aside>
      </main>
    </Frame>
  );
}
