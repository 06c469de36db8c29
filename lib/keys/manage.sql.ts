import { query } from '@/lib/db/client';

/** Ends a key, and the reminders that it left for later; false when it is not a live key here. */
export async function endKey(workspaceId: string, id: string): Promise<boolean> {
  const rows = await query(
    `WITH revoked AS (
       UPDATE api_key SET revoked_at = nod_now() WHERE id = $1 AND workspace_id = $2 AND revoked_at IS NULL RETURNING id, workspace_id
     ), cancelled AS (
       UPDATE reminder SET status = 'cancelled', reason = 'key_revoked', settled_at = nod_now(), due_at = NULL FROM revoked
        WHERE key_id = revoked.id AND status = 'scheduled'
     ) SELECT nod_tell(workspace_id, id, 'key_revoked') FROM revoked`,
    [id, workspaceId],
  );
  return rows.length > 0;
}

/** Gives a live key another prefix and secret, so that the old ones open nothing; with `madeBy` only one that this member made. False when there is none. */
export async function replaceSecret(
  key: { id: string; workspaceId: string; madeBy: string | null },
  next: { prefix: string; secretHash: Buffer },
): Promise<boolean> {
  const rows = await query(
    `UPDATE api_key SET prefix = $4, secret_hash = $5 WHERE id = $1 AND workspace_id = $2 AND ($3::uuid IS NULL OR member_id = $3)
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > nod_now()) RETURNING nod_tell(workspace_id, id, 'key_rotated')`,
    [key.id, key.workspaceId, key.madeBy, next.prefix, next.secretHash],
  );
  return rows.length > 0;
}
