import type { MemberActor } from '@/lib/actor';
import { query } from '@/lib/db/client';

export interface FirstSteps {
  email: string;
  workspaceName: string;
  /** The newest active device of this member, by name. */
  device?: string;
  /** The newest key of the workspace that was used, or was made, by name. */
  keyMade: boolean;
  agentConnected: boolean;
  testAnswered: boolean;
}

/** How far a new owner has come: what /setup shows when somebody comes back to it. */
export async function firstSteps(actor: MemberActor): Promise<FirstSteps> {
  const rows = await query<{ device: string | null; made: boolean; used: boolean; answered: boolean }>(
    `SELECT (SELECT name FROM device WHERE member_id = $2 AND status = 'active' ORDER BY created_at DESC LIMIT 1) AS device,
            EXISTS (SELECT 1 FROM api_key WHERE workspace_id = $1 AND revoked_at IS NULL) AS made,
            EXISTS (SELECT 1 FROM api_key WHERE workspace_id = $1 AND last_used_at IS NOT NULL) AS used,
            EXISTS (SELECT 1 FROM question WHERE workspace_id = $1 AND state = 'answered') AS answered`,
    [actor.workspaceId, actor.memberId],
  );
  const row = rows[0];
  return {
    email: actor.email,
    workspaceName: actor.workspaceName,
    ...(row?.device ? { device: row.device } : {}),
    keyMade: row?.made ?? false,
    agentConnected: row?.used ?? false,
    testAnswered: row?.answered ?? false,
  };
}
