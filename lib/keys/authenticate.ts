import type { KeyActor, KeyKind } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { sameBytes, sha256 } from '@/lib/ids';
import { log } from '@/lib/log';

/** What a query has to select of a key, with {@link keyTables} and {@link keyIsLive}, for {@link actorOf} to judge it. */
export interface KeyRow {
  id: string;
  workspace_id: string;
  kind: KeyKind;
  name: string;
  secret_hash: Buffer;
  member_id: string;
  bound_end_user_id: string | null;
  bound_external_id: string | null;
  suspended: boolean;
  stale: boolean;
}

export const keyColumns = `api_key.id, api_key.workspace_id, kind, api_key.name, secret_hash, member_id, workspace.suspended_at IS NOT NULL AS suspended,
            bound_end_user_id, (SELECT external_id FROM end_user WHERE end_user.id = bound_end_user_id) AS bound_external_id,
            coalesce(last_used_at < nod_now() - interval '1 minute', true) AS stale`;
export const keyTables =
  'api_key JOIN workspace ON workspace.id = api_key.workspace_id JOIN member ON member.id = member_id';
/** `prefix` is the number of the parameter that holds it. */
export const keyIsLive = (prefix: string): string =>
  `prefix = ${prefix} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > nod_now()) AND member.removed_at IS NULL AND member.role <> 'viewer'`;

export interface PresentedKey {
  prefix: string;
  secret: string;
}

/** The two parts of what was presented; undefined when it has not the form of a key. */
export function presentedKey(presented: string | undefined): PresentedKey | undefined {
  const parts = /^(pk_[0-9a-f]{8,64})\.([0-9a-f]{32,128})$/.exec(presented ?? '');
  const [prefix, secret] = [parts?.[1], parts?.[2]];
  return prefix && secret ? { prefix, secret } : undefined;
}

/**
 * Who a key is; undefined for anything that is not a live key (unknown, wrong secret, revoked, expired, its maker gone or a viewer by now), without saying
 * which. Throws when the database cannot be reached, so that an outage is never mistaken for a bad key.
 */
export async function authenticateKey(presented: string | undefined): Promise<KeyActor | undefined> {
  const key = presentedKey(presented);
  if (!key) return undefined;
  const rows = await query<KeyRow>(
    `SELECT ${keyColumns} FROM ${keyTables} WHERE ${keyIsLive('$1')}`,
    [key.prefix],
    'authenticate-key',
  );
  return actorOf(rows[0], key.secret);
}

/** The actor of a live key's row, when the secret is its own; notes that the key was used. */
export function actorOf(row: KeyRow | undefined, secret: string): KeyActor | undefined {
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
    ...(row.bound_end_user_id !== null && row.bound_external_id !== null
      ? { boundTo: { endUserId: row.bound_end_user_id, externalId: row.bound_external_id } }
      : {}),
  };
}

/** The key in an Authorization header; undefined when there is none. */
export function bearerOf(header: string | null): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
