import { query } from '@/lib/db/client';

export type PairingState = 'pending' | 'approved' | 'declined' | 'expired' | 'used';

const stateOf = `CASE WHEN pairing.payload ? 'declinedBy' THEN 'declined' WHEN pairing.used_at IS NOT NULL THEN 'used'
  WHEN pairing.expires_at <= nod_now() THEN 'expired' WHEN pairing.payload ? 'approvedBy' THEN 'approved' ELSE 'pending' END`;

/** Somebody of the workspace who may make keys. Needs `member`. */
const mayMakeKeys = `member.removed_at IS NULL AND member.role <> 'viewer'`;

/** Stores a pairing that nobody approved yet; false when its code is taken. Those of more than a day ago go. */
export async function insertPairing(pairing: {
  id: string;
  codeHash: Buffer;
  secretHash: Buffer;
  name: string;
  machine: string;
  agents: string[];
  minutes: number;
}): Promise<boolean> {
  const rows = await query(
    `WITH old AS (DELETE FROM one_time_token WHERE kind = 'cli' AND expires_at < nod_now() - interval '1 day')
     INSERT INTO one_time_token (id, kind, token_hash, payload, expires_at)
     VALUES ($1, 'cli', $2, jsonb_build_object('secretHash', $3::text, 'name', $4::text, 'machine', $5::text, 'agents', $6::jsonb),
             nod_now() + $7::int * interval '1 minute')
     ON CONFLICT (token_hash) DO NOTHING RETURNING id`,
    [
      pairing.id,
      pairing.codeHash,
      pairing.secretHash.toString('hex'),
      pairing.name,
      pairing.machine,
      JSON.stringify(pairing.agents),
      pairing.minutes,
    ],
  );
  return rows.length > 0;
}

export interface PairingRow {
  id: string;
  state: PairingState;
  secret_hash: string;
  name: string;
  machine: string;
  agents: string[];
  workspace_id: string | null;
  created_at: Date;
  expires_in_ms: number;
}

/** The pairing of a code, whatever its state; changes nothing. */
export async function selectPairing(codeHash: Buffer): Promise<PairingRow | undefined> {
  const rows = await query<PairingRow>(
    `SELECT id, ${stateOf} AS state, payload->>'secretHash' AS secret_hash, payload->>'name' AS name, payload->>'machine' AS machine,
            payload->'agents' AS agents, workspace_id, created_at, (extract(epoch FROM expires_at - nod_now()) * 1000)::float8 AS expires_in_ms
       FROM one_time_token pairing WHERE kind = 'cli' AND token_hash = $1`,
    [codeHash],
  );
  return rows[0];
}

/** Approves a pending pairing for a member's workspace, with its ledger entry; false when it is not pending, or the member may not. */
export async function approvePairing(codeHash: Buffer, workspaceId: string, memberId: string): Promise<boolean> {
  const rows = await query(
    `WITH approved AS (
       UPDATE one_time_token pairing SET workspace_id = member.workspace_id, payload = pairing.payload || jsonb_build_object('approvedBy', member.id)
         FROM member WHERE pairing.kind = 'cli' AND pairing.token_hash = $1 AND ${stateOf} = 'pending'
          AND member.id = $3 AND member.workspace_id = $2 AND ${mayMakeKeys}
       RETURNING pairing.id, pairing.payload, pairing.workspace_id
     ), entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'pairing_approved', id, jsonb_build_object('by', $3::text, 'name', payload->'name', 'machine', payload->'machine', 'agents', payload->'agents')
         FROM approved RETURNING seq
     )
     SELECT nod_tell(workspace_id, id, 'pairing_approved') FROM approved`,
    [codeHash, workspaceId, memberId],
  );
  return rows.length > 0;
}

/** Refuses a pending pairing for good; false when it is not pending, or the member may not. */
export async function declinePairing(codeHash: Buffer, workspaceId: string, memberId: string): Promise<boolean> {
  const rows = await query(
    `WITH declined AS (
       UPDATE one_time_token pairing SET workspace_id = member.workspace_id, used_at = nod_now(),
              payload = pairing.payload || jsonb_build_object('declinedBy', member.id)
         FROM member WHERE pairing.kind = 'cli' AND pairing.token_hash = $1 AND ${stateOf} = 'pending'
          AND member.id = $3 AND member.workspace_id = $2 AND ${mayMakeKeys}
       RETURNING pairing.id, pairing.workspace_id
     ) SELECT nod_tell(workspace_id, id, 'pairing_declined') FROM declined`,
    [codeHash, workspaceId, memberId],
  );
  return rows.length > 0;
}

/**
 * Uses an approved pairing up and makes its key, in one statement: of several calls one gets the key. Gives the workspace's name; undefined
 * when it is not approved any more, was used, or whoever approved it may no longer make keys.
 */
export async function takePairing(
  id: string,
  key: { id: string; prefix: string; secretHash: Buffer },
): Promise<string | undefined> {
  const rows = await query<{ workspace_name: string }>(
    `WITH used AS (
       UPDATE one_time_token pairing SET used_at = nod_now() FROM member
        WHERE pairing.id = $1 AND pairing.kind = 'cli' AND ${stateOf} = 'approved'
          AND member.id = (pairing.payload->>'approvedBy')::uuid AND member.workspace_id = pairing.workspace_id AND ${mayMakeKeys}
       RETURNING pairing.id, pairing.workspace_id, member.id AS member_id, pairing.payload->>'name' AS name
     ), made AS (
       INSERT INTO api_key (id, workspace_id, member_id, kind, name, prefix, secret_hash)
       SELECT $2, workspace_id, member_id, 'agent', name, $3, $4 FROM used
     )
     SELECT workspace.name AS workspace_name, nod_tell(used.workspace_id, used.id, 'pairing_used')
       FROM used JOIN workspace ON workspace.id = used.workspace_id`,
    [id, key.id, key.prefix, key.secretHash],
  );
  return rows[0]?.workspace_name;
}
