import type { MemberActor } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { isTimeZone } from '@/lib/time-zone';

/** How long a page that is in front counts as that without saying so again, in seconds; pages say it every 25. */
const foregroundSeconds = 40;

/** What browsers say that know no zone, or that hide it. */
const noPlace = /^(Etc\/)?(UTC|GMT)$/;

/**
 * Notes that a window of this browser came to the front or left it. The first browser that names a time zone sets it for a member who
 * never chose one, so that quiet hours and reminders mean their clock; a second one in another zone changes nothing, or each would move
 * the other's reminders. Pages of the workspace then read again.
 */
export async function notePagePresence(
  actor: MemberActor,
  { foreground, timeZone }: { foreground: boolean; timeZone?: string },
): Promise<void> {
  const zone = timeZone !== undefined && isTimeZone(timeZone) && !noPlace.test(timeZone) ? timeZone : null;
  await query(
    `WITH zoned AS (
       UPDATE member SET time_zone = $4 WHERE id = $2 AND $4::text IS NOT NULL AND NOT time_zone_chosen AND time_zone = 'UTC' RETURNING id, workspace_id
     ), noted AS (
       UPDATE web_session SET foreground_until = CASE WHEN $3 THEN nod_now() + $5::int * interval '1 second' END WHERE id = $1
     )
     SELECT nod_tell(workspace_id, id, 'settings') FROM zoned`,
    [actor.webSessionId, actor.memberId, foreground, zone, foregroundSeconds],
    'page-presence',
  );
}
