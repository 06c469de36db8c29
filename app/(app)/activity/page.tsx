import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Frame, requireMember } from '@/app/(app)/frame';
import { DayGroups } from '@/components/activity/day-groups';
import { HappeningRow } from '@/components/question/just-happened';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { activityPage } from '@/lib/activity/feed';
import type { MemberActor } from '@/lib/actor';
import { asAppError } from '@/lib/errors';

export const metadata: Metadata = { title: 'Activity' };

/** Everything that was asked and told, newest first, a page at a time. */
export default async function ActivityPage({ searchParams }: PageProps<'/activity'>) {
  const { cursor } = await searchParams;
  const actor = await requireMember('/activity');
  const isOlder = typeof cursor === 'string';
  const { happenings, nextCursor } = await readPage(actor, isOlder ? cursor : undefined);
  const entries = happenings.map((one) => ({
    key: one.id,
    at: one.at,
    row: <HappeningRow key={one.id} happening={one} time="time" />,
  }));
  return (
    <Frame actor={actor} current="activity">
      <PageBody>
        <PageHead
          title="Activity"
          detail={isOlder ? 'Older questions and notifications' : 'Questions and notifications'}
        />
        <DayGroups entries={entries} />
        {happenings.length === 0 && <NothingYet isOlder={isOlder} />}
        {(isOlder || nextCursor) && (
          <nav aria-label="Pages" className="flex gap-3 px-(--gutter) pt-6 wide:px-0">
            {isOlder && <ButtonLink href="/activity">Newest</ButtonLink>}
            {nextCursor && <ButtonLink href={`/activity?cursor=${nextCursor}`}>Older</ButtonLink>}
          </nav>
        )}
      </PageBody>
    </Frame>
  );
}

async function readPage(actor: MemberActor, cursor: string | undefined) {
  try {
    return await activityPage(actor, cursor);
  } catch (error) {
    // An address that somebody cut or wrote by hand.
    if (asAppError(error).code === 'invalid_request') notFound();
    throw error;
  }
}

function NothingYet(props: { isOlder: boolean }) {
  if (props.isOlder) return <EmptyState title="Nothing older">This is where it began.</EmptyState>;
  return (
    <EmptyState
      title="Nothing happened yet"
      action={<ButtonLink href="/setup?step=4">Send a test question</ButtonLink>}
    >
      Every question, its answer and every notification will be listed here.
    </EmptyState>
  );
}
