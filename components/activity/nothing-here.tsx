import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { ActivityFilter } from '@/lib/contract/activity';

/** Why no row is shown, and what to do about it. */
export function NothingHere({ filter, isOlder }: { filter: ActivityFilter; isOlder: boolean }) {
  if (isOlder) return <EmptyState title="Nothing older">This is where it began.</EmptyState>;
  if (Object.values(filter).some((value) => value !== undefined)) {
    const isSearch = filter.q !== undefined;
    return (
      <EmptyState title="Nothing fits" action={<ButtonLink href="/activity">Clear filters</ButtonLink>}>
        {isSearch
          ? 'Every word must begin a word of the text. Look for fewer words, or take a filter away.'
          : 'Take a filter away, or clear them all.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing happened yet"
      action={<ButtonLink href="/setup?step=4">Send a test question</ButtonLink>}
    >
      Every question, its answer and every notification will be listed here.
    </EmptyState>
  );
}
