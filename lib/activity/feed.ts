import {
  countWorkingSessions,
  selectHorizon,
  selectJustSettled,
  selectRecentAgents,
} from '@/lib/activity/activity.sql';
import { dayBounds } from '@/lib/activity/day';
import { type FeedPlace, type FeedRow, type FeedSearch, selectFeed } from '@/lib/activity/feed.sql';
import { type Happening, happening, questionKind, questionTitle } from '@/lib/activity/happening';
import { searchExpression } from '@/lib/activity/search-words';
import type { MemberActor } from '@/lib/actor';
import { type ActivityFilter, ActivityPageQuery } from '@/lib/contract/activity';
import { parseOrThrow } from '@/lib/parse';
import { agentLabel } from '@/lib/questions/agent-label';

const pageSize = 50;
const mostAgents = 30;

export interface ActivityPage {
  happenings: Happening[];
  filter: ActivityFilter;
  /** Whether newer rows may stand before these. */
  isOlder: boolean;
  /** Where the next page starts. */
  nextCursor?: string;
}

/** How far back a search that names no day looks: the time that it takes must not grow for ever. */
export const searchedDays = 90;

/** The filters in the database's terms, and the member's time zone: the day is one of that zone. */
export async function feedSearch(
  { memberId }: MemberActor,
  { kind, agent, session, day, q }: ActivityFilter,
): Promise<{ search: FeedSearch; timeZone: string }> {
  const { timeZone, from } = await selectHorizon(memberId, searchedDays);
  return {
    timeZone,
    search: {
      kind,
      agent,
      session,
      ...(q === undefined ? {} : { words: searchExpression(q), from }),
      ...(day === undefined ? {} : dayBounds(day, timeZone)),
    },
  };
}

/** Where in the feed a row stands, for an address. */
export const cursorOf = ({ at, id }: FeedPlace): string => `${at.getTime()}_${id}`;

/**
 * One page of everything that happened, newest first, by what the address says (lib/contract/activity.ts). Throws AppError
 * `invalid_request` that names the field for a filter or a place that cannot be read.
 */
export async function activityPage(actor: MemberActor, given: unknown): Promise<ActivityPage> {
  const { cursor: before, ...filter } = parseOrThrow(ActivityPageQuery, given);
  const { search, timeZone } = await feedSearch(actor, filter);
  const rows = await selectFeed(actor, { ...search, before }, pageSize + 1);
  const shown: FeedRow[] = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    happenings: shown.map((row) => happening(row, timeZone)),
    filter,
    isOlder: before !== undefined,
    ...(rows.length > pageSize && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

/** The agents to choose from: those seen lately, and the one that is chosen. */
export async function recentAgents(actor: MemberActor, chosen: string | undefined): Promise<string[]> {
  const names = await selectRecentAgents(actor.workspaceId, mostAgents);
  return chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
}

/** What was settled last, and how many agents are at work: the rest of the Waiting page. */
export async function justHappened(actor: MemberActor): Promise<{ happenings: Happening[]; working: number }> {
  const [rows, working] = await Promise.all([
    selectJustSettled(actor.workspaceId, 5),
    countWorkingSessions(actor.workspaceId),
  ]);
  return {
    working,
    happenings: rows.map((row) => ({
      id: row.id,
      title: questionTitle(row),
      detail: [
        agentLabel(row.agent_name, 'Agent').agent,
        row.on_name ? `on ${row.on_name}` : row.by_name ? `by ${row.by_name}` : undefined,
      ]
        .filter(Boolean)
        .join(' · '),
      at: row.settled_at.toISOString(),
      href: `/q/${row.id}`,
      kind: questionKind(row),
    })),
  };
}
