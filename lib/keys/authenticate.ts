import type { KeyActor, KeyKind } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { sameBytes, sha256 } from '@/lib/ids';
import { log } from '@/lib/log';

interface KeyRow {
  id: string;
  workspace_id: string;
  kind: KeyKind;
  name: string;
  secret_hash: Buffer;
  member_id: string;
  suspended: boolean;
  stale: boolean;
}

const form = /^(pk_[0-9a-f]{8,64})\.([0-9a-f]{32,128})$/;

/**
 * Who a key is; undefined for anything that is not a live key (unknown, wrong secret, revoked, expired, its maker gone), without saying
 * which. Throws when the database cannot be reached, so that an outage is never mistaken for a bad key.
 */
export async function authenticateKey(presented: string | undefined): Promise<KeyActor | undefined> {
  const parts = form.exec(presented ?? '');
  const [prefix, secret] = [parts?.[1], parts?.[2]];
  if (!prefix || !secret) return undefined;
  const rows = await query<KeyRow>(
    `SELECT api_key.id, api_key.workspace_id, kind, api_key.name, secret_hash, member_id, workspace.suspended_at IS NOT NULL AS suspended,
            coalesce(last_used_at < nod_now() - interval '1 minute', true) AS stale
       FROM api_key JOIN workspace ON workspace.id = api_key.workspace_id JOIN member ON member.id = member_id
      WHERE prefix = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > nod_now()) AND member.removed_at IS NULL`,
    [prefix],
    'authenticate-key',
  );
  const row = rows[0];
  if (!row || !sameBytes(row.secret_hash, sha256(secret))) return undefined;
  if (row.stale) {
    query('UPDATE api_key SET last_used_at = nod_now() WHERE id = $1', [row.id]).catch((error) =>
      log.warn('the use of a key was not noted', { error }),
    );
  }
  return {
    by: 'key',
    workspaceId: row.workspace_id,
    workspaceSuspended: row.suspended,
    keyId: row.id,
    keyKind: row.kind,
    keyName: row.name,
    memberId: row.member_id,
  };
}

/** The key in an Authorization header; undefined when there is none. */
export function bearerOf(header: string | null): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
