import type { DeviceActor, LinkActor } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { selectByToken } from '@/lib/devices/devices.sql';
import { env } from '@/lib/env';
import { isId, sha256 } from '@/lib/ids';
import { isKeyedDigestOf, keyedDigest } from '@/lib/secrets/keyed-digest';

/** The page of a decision, which only says something to who may read it. */
export const decisionUrl = (id: string): string => `${env().url}/d/${id}`;

/** What the digest of an approval link is made of: this decision, and nothing else. */
const approvalText = (id: string): string => `approval ${id}`;

/**
 * The link that answers one decision once (spec 6.2). It is derived, not stored: a create that is retried gets the same link, and
 * nothing in the database opens a decision.
 */
export const approvalUrl = async (id: string): Promise<string> =>
  `${decisionUrl(id)}?t=${encodeURIComponent(`a.${await keyedDigest(approvalText(id))}`)}`;

/** The path that the push to an end user's device opens: the page, with the device's own one-use token. */
export const devicePath = (id: string, deliveryId: string, token: string | null): string =>
  `/d/${id}${token ? `?t=${encodeURIComponent(`d.${deliveryId}.${token}`)}` : ''}`;

/** Who holds this decision's page: the end user's device, or whoever got its link; undefined for a token that opens nothing here. */
export async function decisionHolder(
  id: string,
  token: string | undefined,
): Promise<DeviceActor | LinkActor | undefined> {
  if (!isId(id) || token === undefined || token.length > 400) return undefined;
  const [kind, ...rest] = token.split('.');
  if (kind === 'd') return deviceHolder(id, rest);
  if (kind !== 'a' || !(await isKeyedDigestOf(rest.join('.'), approvalText(id)))) return undefined;
  // A secret that was retired, perhaps because it leaked, made no link of what was opened since.
  const [row] = await query<{ workspace_id: string; end_user_id: string }>(
    `SELECT question.workspace_id, end_user_id FROM question JOIN secret ON secret.id::text = $2 AND secret.kind = 'digest'
      WHERE question.id = $1 AND question.kind = 'decision' AND end_user_id IS NOT NULL AND (decision ->> 'approvalUrl')::boolean
        AND (secret.retired_at IS NULL OR secret.retired_at > question.created_at)`,
    [id, rest[0] ?? ''],
  );
  return row && { by: 'link', workspaceId: row.workspace_id, endUserId: row.end_user_id };
}

async function deviceHolder(id: string, [deliveryId = '', token = '']: string[]): Promise<DeviceActor | undefined> {
  if (!isId(deliveryId)) return undefined;
  const found = await selectByToken(deliveryId, id, sha256(token));
  if (!found?.known || found.end_user_id === null) return undefined;
  return {
    by: 'device',
    workspaceId: found.workspace_id,
    memberId: null,
    endUserId: found.end_user_id,
    deviceId: found.device_id,
    deliveryId,
    channel: found.channel,
  };
}
