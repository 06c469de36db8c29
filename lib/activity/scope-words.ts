import type { FeedRow } from '@/lib/activity/feed.sql';
import type { Happening } from '@/lib/activity/happening';
import { textIn } from '@/lib/scopes/ledger-lines';

type Words = Pick<Happening, 'title' | 'detail' | 'kind' | 'href'>;

/** What became of a proposal that nobody answered. */
const unanswered: Record<string, string> = { expired: 'Ran out of time', withdrawn: 'Withdrawn' };

/**
 * An entry of the ledger about a scope: proposed, agreed to or not, one path more, or an edit that was stopped. `agent` is who the scope is
 * of. Later versions may write other details: what is missing or odd is left out.
 */
export function scopeWords(
  row: FeedRow,
  agent: string,
  joined: (...parts: (string | null | undefined | false)[]) => string,
): Words {
  const detail = typeof row.detail === 'object' && row.detail !== null ? (row.detail as Record<string, unknown>) : {};
  const by = row.by_viewer ? 'By you' : row.by_name && `By ${row.by_name}`;
  const path = textIn(detail.path) ?? textIn(detail.target) ?? 'a path';
  const href = `/scopes/${textIn(detail.scope) ?? ''}`;
  const isOpen = row.reason === 'proposed';
  switch (row.state) {
    case 'ratified':
      return { title: `Scope agreed to: ${row.title}`, detail: joined(agent, by), kind: 'yes', href };
    case 'declined':
      return { title: `Scope not agreed to: ${row.title}`, detail: joined(agent, by), kind: 'no', href };
    case 'widened':
      return { title: `Added to a scope: ${path}`, detail: joined(agent, by), kind: 'yes', href };
    case 'denied': {
      const pattern = textIn(detail.pattern);
      return {
        title: `Stopped: ${path}`,
        detail: joined(agent, pattern && `Off limits: ${pattern}`),
        kind: 'stopped',
        href,
      };
    }
    default:
      return {
        title: `Scope proposed: ${row.title}`,
        detail: joined(agent, unanswered[row.reason ?? '']),
        kind: isOpen ? 'waiting' : 'other',
        href: isOpen ? `/q/${textIn(detail.question) ?? ''}` : href,
      };
  }
}
