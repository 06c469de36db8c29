import { query } from '@/lib/db/client';

/** Most live keys for end users in one workspace. */
const mostKeys = 10_000;

/** Stores a key for one end user, whom it makes where there is none; gives when it ends, or undefined when there are too many. */
export async function insertBoundKey(key: {
  id: string;
  workspaceId: string;
  memberId: string;
  externalId: string;
  name: string;
  prefix: string;
  secretHash: Buffer;
  forSeconds: number | null;
}): Promise<{ expires_at: Date | null } | undefined> {
  const fields = {
    id: key.id,
    workspace_id: key.workspaceId,
    member_id: key.memberId,
    name: key.name,
    prefix: key.prefix,
  };
  const [row] = await query<{ expires_at: Date | null }>(
    `SELECT expires_at FROM nod_issue_bound_key($1, $2, $3, $4::float8 * interval '1 second', ${mostKeys})`,
    [JSON.stringify(fields), key.secretHash, key.externalId, key.forSeconds],
  );
  return row;
}

export interface BoundKeyRow {
  prefix: string;
  name: string;
  external_id: string | null;
  is_active: boolean;
  last_used_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
}

/** The workspace's keys for end users, the newest first. */
export const selectBoundKeys = (workspaceId: string): Promise<BoundKeyRow[]> =>
  query<BoundKeyRow>(
    `SELECT prefix, name, external_id, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > nod_now()) AS is_active, last_used_at, expires_at, api_key.created_at
       FROM api_key LEFT JOIN end_user ON end_user.id = bound_end_user_id
      WHERE api_key.workspace_id = $1 AND kind = 'bound' ORDER BY api_key.created_at DESC, api_key.id DESC LIMIT ${mostKeys}`,
    [workspaceId],
  );

/** Ends a live key for an end user by its prefix; false when there is none here. */
export async function endBoundKey(workspaceId: string, prefix: string): Promise<boolean> {
  const rows = await query(
    `UPDATE api_key SET revoked_at = nod_now() WHERE workspace_id = $1 AND prefix = $2 AND kind = 'bound' AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > nod_now()) RETURNING nod_tell(workspace_id, id, 'key_revoked')`,
    [workspaceId, prefix],
  );
  return rows.length > 0;
}
