import { query } from '@/lib/db/client';
import { takeOutOfUse } from '@/lib/devices/devices.sql';

/** Makes an end user where there is none, and a token for their enrolment; gives the end user's id. */
export async function insertEnrolment(enrolment: {
  id: string;
  workspaceId: string;
  externalId: string;
  tokenHash: Buffer;
  keyId: string;
  byBoundKey: boolean;
  forSeconds: number;
}): Promise<void> {
  await query(
    `WITH person AS (
       INSERT INTO end_user (id, workspace_id, external_id) VALUES (gen_random_uuid(), $2, $3)
       ON CONFLICT (workspace_id, external_id) DO UPDATE SET external_id = EXCLUDED.external_id RETURNING id
     )
     INSERT INTO one_time_token (id, kind, workspace_id, token_hash, payload, expires_at)
     SELECT $1, 'enroll', $2, $4, jsonb_build_object('endUserId', person.id, 'key', $5::text, 'byBoundKey', $7::boolean), nod_now() + $6::int * interval '1 second' FROM person`,
    [
      enrolment.id,
      enrolment.workspaceId,
      enrolment.externalId,
      enrolment.tokenHash,
      enrolment.keyId,
      enrolment.forSeconds,
      enrolment.byBoundKey,
    ],
  );
}

export interface EnrolmentRow {
  workspace_id: string;
  workspace_name: string;
  is_used: boolean;
  is_expired: boolean;
}

/** The enrolment behind a token; changes nothing, so that a preview of the link does not use it up. */
export async function selectEnrolment(tokenHash: Buffer): Promise<EnrolmentRow | undefined> {
  const [row] = await query<EnrolmentRow>(
    `SELECT workspace_id, workspace.name AS workspace_name, used_at IS NOT NULL AS is_used, one_time_token.expires_at <= nod_now() AS is_expired
       FROM one_time_token JOIN workspace ON workspace.id = workspace_id WHERE token_hash = $1 AND kind = 'enroll'`,
    [tokenHash],
  );
  return row;
}

export type EnrolOutcome = 'enrolled' | 'used' | 'expired' | 'unknown' | 'has_device' | 'too_many';

/** Uses a token up for one browser: see nod_enrol(). */
export async function enrol(tokenHash: Buffer, device: Record<string, unknown>): Promise<EnrolOutcome> {
  const [row] = await query<{ outcome: EnrolOutcome }>('SELECT outcome FROM nod_enrol($1, $2)', [
    tokenHash,
    JSON.stringify(device),
  ]);
  return row?.outcome ?? 'unknown';
}

/** Whether the browser with this endpoint is on for the end user of that enrolment; notes that it was seen. */
export async function isEnrolled(tokenHash: Buffer, endpoint: string): Promise<boolean> {
  const rows = await query(
    `UPDATE device SET last_seen_at = nod_now() FROM one_time_token token
      WHERE token.token_hash = $1 AND token.kind = 'enroll' AND device.end_user_id = (token.payload ->> 'endUserId')::uuid
        AND device.endpoint = $2 AND device.status = 'active' RETURNING device.id`,
    [tokenHash, endpoint],
  );
  return rows.length > 0;
}

/** Takes an end user's browser out of use; false when no such one is on. The ledger is locked first, as answers lock it. */
export async function leave(endpoint: string): Promise<boolean> {
  const condition = `device.endpoint = $1 AND device.end_user_id IS NOT NULL AND device.status = 'active'`;
  const rows = await query(
    `WITH entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'end_user_left', end_user_id, jsonb_build_object('device', id) FROM device WHERE ${condition} RETURNING seq
     ), ${takeOutOfUse(`${condition} AND (SELECT count(*) FROM entry) >= 0`, `'turned off'`)} SELECT id FROM gone`,
    [endpoint],
  );
  return rows.length > 0;
}

/** How many browsers of an end user are on; 0 for one that nobody knows. */
export async function countDevices(workspaceId: string, externalId: string): Promise<number> {
  const [row] = await query<{ devices: number }>(
    `SELECT count(*)::int AS devices FROM device JOIN end_user ON end_user.id = device.end_user_id
      WHERE end_user.workspace_id = $1 AND end_user.external_id = $2 AND device.status = 'active'`,
    [workspaceId, externalId],
  );
  return row?.devices ?? 0;
}
