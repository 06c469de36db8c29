import type { ActivityFilter } from '@/lib/contract/activity';

/** The address of the feed with these filters, or of what lies below it; what is not given is left out. */
export function activityAddress(
  filter: ActivityFilter,
  more: Record<string, string | undefined> = {},
  path = '/activity',
): string {
  const given = Object.entries({ ...filter, ...more }).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
