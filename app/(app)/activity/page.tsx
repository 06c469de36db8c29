import type { Metadata } from 'next';
import { Frame, requireMember } from '@/app/(app)/frame';
import { ActiveFilters } from '@/components/activity/active-filters';
import { DayGroups } from '@/components/activity/day-groups';
import { FilterForm } from '@/components/activity/filter-form';
import { NothingHere } from '@/components/activity/nothing-here';
import { PageLinks } from '@/components/activity/page-links';
import { HappeningRow } from '@/components/question/just-happened';
import { PageBody, PageHead } from '@/components/shell/page-head';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-button';
import { type ActivityPage, activityPage, recentAgents, searchedDays } from '@/lib/activity/feed';
import type { MemberActor } from '@/lib/actor';
import type { ActivityFilter } from '@/lib/contract/activity';
import { asAppError } from '@/lib/errors';

export const metadata: Metadata = { title: 'Activity' };

/** Everything that was asked, told and stopped, newest first, a page at a time; filters and search stand in the address. */
export default async function ActivityPageView({ searchParams }: PageProps<'/activity'>) {
  const given = await searchParams;
  const actor = await requireMember('/activity');
  const read = await readPage(actor, given);
  const filter = 'page' in read ? read.page.filter : {};
  return (
    <Frame actor={actor} current="activity">
      <PageBody>
        <PageHead title="Activity" detail={'page' in read ? sentenceOf(read.page) : undefined} />
        {/* Its fields keep what was typed until the address has other filters. */}
        <FilterForm key={JSON.stringify(filter)} filter={filter} agents={await recentAgents(actor, filter.agent)} />
        <ActiveFilters filter={filter} />
        {'page' in read ? <Feed page={read.page} /> : <Unreadable problems={read.problems} />}
      </PageBody>
    </Frame>
  );
}

function Feed({ page }: { page: ActivityPage }) {
  const { happenings, filter, isOlder, nextCursor } = page;
  const entries = happenings.map((one) => ({
    key: one.id,
    at: one.at,
    row: <HappeningRow key={one.id} happening={one} time="time" />,
  }));
  const isEmpty = happenings.length === 0;
  return (
    <>
      <DayGroups entries={entries} />
      {isEmpty && <NothingHere filter={filter} isOlder={isOlder} />}
      <PageLinks filter={filter} isOlder={isOlder} nextCursor={nextCursor} isEmpty={isEmpty} />
    </>
  );
}

/** An address that somebody cut or wrote by hand. */
function Unreadable({ problems }: { problems: string[] }) {
  return (
    <div className="pt-4">
      <Notice tone="red" announce title="This address cannot be read" detail={`${problems.join('. ')}.`}>
        <TextLink href="/activity">Show the newest</TextLink>
      </Notice>
    </div>
  );
}

function sentenceOf({ filter, isOlder }: { filter: ActivityFilter; isOlder: boolean }): string {
  if (filter.q !== undefined && filter.day === undefined) {
    return `Found in the last ${searchedDays} days. For older ones, choose a day`;
  }
  return isOlder ? 'What happened before' : 'What was asked, told and stopped';
}

const fieldNames: Record<string, string> = {
  cursor: 'The place in the list',
  kind: 'The kind',
  agent: 'The agent',
  session: 'The session',
  day: 'The day',
  q: 'The search',
};

async function readPage(
  actor: MemberActor,
  given: Record<string, string | string[] | undefined>,
): Promise<{ page: ActivityPage } | { problems: string[] }> {
  try {
    return { page: await activityPage(actor, given) };
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code !== 'invalid_request') throw thrown;
    return { problems: (error.issues ?? []).map(({ field, message }) => `${fieldNames[field] ?? field} ${message}`) };
  }
}
