import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import type { ScopeState } from '@/lib/contract/scope';

/** What became of a scope, in a word or two. */
export const scopeStateWords: Record<ScopeState, string> = {
  proposed: 'Waits for you',
  ratified: 'In force',
  declined: 'Not agreed to',
  replaced: 'Replaced',
  withdrawn: 'Withdrawn',
  expired: 'Ran out of time',
};

/** The same as a badge: blue with a tick while it holds. */
export function ScopeStateBadge({ state }: { state: ScopeState }) {
  if (state !== 'ratified') return <Badge>{scopeStateWords[state]}</Badge>;
  return (
    <Badge tone="allow">
      <Icon name="check" size="small" />
      {scopeStateWords.ratified}
    </Badge>
  );
}
