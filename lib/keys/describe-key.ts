import type { KeyActor, KeyKind } from '@/lib/actor';
import { query } from '@/lib/db/client';

export interface KeyDescription {
  key: { name: string; kind: KeyKind; prefix: string };
  workspace: { name: string };
  /** Who made the key: it can do what they may. */
  member?: { name: string };
  /** How many devices questions can reach. */
  devices?: number;
}

interface DescribedRow {
  prefix: string;
  workspace_name: string;
  member_name: string;
  devices: number;
}

/** Says of a key who it is. Keys that end users and tests hold learn nothing of the people behind Nod. */
export async function describeKey(actor: KeyActor): Promise<KeyDescription> {
  const [row] = await query<DescribedRow>(
    `SELECT prefix, workspace.name AS workspace_name, coalesce(nullif(person.name, ''), person.email) AS member_name,
            (SELECT count(*)::int FROM device WHERE device.workspace_id = api_key.workspace_id AND member_id IS NOT NULL AND status = 'active') AS devices
       FROM api_key JOIN workspace ON workspace.id = api_key.workspace_id JOIN member ON member.id = member_id JOIN person ON person.id = person_id
      WHERE api_key.id = $1 AND api_key.workspace_id = $2`,
    [actor.keyId, actor.workspaceId],
  );
  if (!row) throw new Error('The key that was just accepted is gone.');
  const about = {
    key: { name: actor.keyName, kind: actor.keyKind, prefix: row.prefix },
    workspace: { name: row.workspace_name },
  };
  if (actor.keyKind === 'bound' || actor.keyKind === 'sandbox') return about;
  return { ...about, member: { name: row.member_name }, devices: row.devices };
}
