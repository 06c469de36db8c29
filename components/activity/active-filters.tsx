import Link from 'next/link';
import { AgentText } from '@/components/ui/agent-text';
import { Icon } from '@/components/ui/icon';
import { TextLink } from '@/components/ui/text-button';
import { activityAddress } from '@/lib/activity/address';
import type { ActivityFilter } from '@/lib/contract/activity';
import { kindNames } from './kind-names';

function dayName(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(at);
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** The filters that are on, each with the link that takes it away. */
export function ActiveFilters({ filter }: { filter: ActivityFilter }) {
  const { kind, agent, session, day, q } = filter;
  const active: { name: keyof ActivityFilter; words: string }[] = [
    ...(q === undefined ? [] : [{ name: 'q' as const, words: `“${q}”` }]),
    ...(kind === undefined ? [] : [{ name: 'kind' as const, words: kindNames[kind] }]),
    ...(agent === undefined ? [] : [{ name: 'agent' as const, words: agent }]),
    ...(session === undefined ? [] : [{ name: 'session' as const, words: 'One session' }]),
    ...(day === undefined ? [] : [{ name: 'day' as const, words: dayName(day) }]),
  ];
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters that are on" className="flex flex-wrap items-center gap-2 px-(--gutter) pt-1 wide:px-0">
      {active.map(({ name, words }) => (
        <li key={name} className="max-w-full">
          <Link
            href={activityAddress({ ...filter, [name]: undefined })}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-chip bg-tile px-2.5 text-small wrap-anywhere hover:bg-line wide:min-h-9"
          >
            <span className="sr-only">Take away: </span>
            <AgentText text={shortened(words)} />
            <Icon name="cross" />
          </Link>
        </li>
      ))}
      <li>
        <TextLink href="/activity">Clear filters</TextLink>
      </li>
    </ul>
  );
}
