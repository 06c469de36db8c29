import type { MemberActor } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { env } from '@/lib/env';

export interface Limits {
  pendingPerWorkspace: number;
  pendingPerSession: number;
  notificationsPerFiveMinutes: number;
  /** Calls of one key in one process. */
  callsPerKeyAndMinute: number;
}

/** The limits in force for a member's workspace. Throws when the workspace is gone. */
export async function workspaceLimits(actor: MemberActor): Promise<Limits> {
  const rows = await query<{ pending_limit: number; pending_per_session_limit: number; notification_limit: number }>(
    'SELECT pending_limit, pending_per_session_limit, notification_limit FROM workspace WHERE id = $1',
    [actor.workspaceId],
  );
  const row = rows[0];
  if (!row) throw new Error('the workspace of a signed-in member is gone');
  return {
    pendingPerWorkspace: row.pending_limit,
    pendingPerSession: row.pending_per_session_limit,
    notificationsPerFiveMinutes: row.notification_limit,
    callsPerKeyAndMinute: env().keyRatePerMinute,
  };
}
