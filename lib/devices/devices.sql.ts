import { query } from '@/lib/db/client';
import type { PushTarget } from '@/lib/questions/questions.sql';

export interface DeviceRow {
  id: string;
  workspace_id: string;
  member_id: string;
  web_session_id: string | null;
  endpoint: string;
  name: string;
  browser: string;
  os: string;
  channel: 'web' | 'mobile';
  tags: string[];
  external_id: string | null;
  gets_questions: boolean;
  gets_updates: boolean;
  gets_reminders: boolean;
  hides_text: boolean;
  status: 'active' | 'unsubscribed' | 'expired' | 'bounced';
  status_reason: string | null;
  created_at: Date;
  last_seen_at: Date;
  last_delivered_at: Date | null;
  /** Why the newest push to it failed or has to be tried again. */
  last_failure?: string | null;
}

interface NewDevice {
  id: string;
  workspaceId: string;
  memberId: string;
  webSessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  name: string;
  browser: string;
  os: string;
  channel: string;
  userAgent: string;
}

/** Stores a subscription; one endpoint is one device. When it changes hands, tokens sent to the member before die with it. */
export async function upsertDevice(device: NewDevice): Promise<DeviceRow> {
  const rows = await query<DeviceRow>(
    `WITH former AS (SELECT id FROM device WHERE endpoint = $5 AND member_id IS DISTINCT FROM $3),
     voided AS (
       UPDATE delivery SET token_hashes = '{}', suppressed = CASE WHEN due_at IS NULL THEN suppressed ELSE 'device_changed_hands' END, due_at = NULL
         FROM former WHERE delivery.device_id = former.id AND token_used_at IS NULL
     )
     INSERT INTO device (id, workspace_id, member_id, web_session_id, endpoint, p256dh, auth, name, browser, os, channel, user_agent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (endpoint) DO UPDATE SET workspace_id = $2, member_id = $3, end_user_id = NULL, web_session_id = $4, p256dh = $6, auth = $7,
       name = CASE WHEN device.member_id = $3 THEN device.name ELSE $8 END,
       -- What was noted of it was about somebody else.
       tags = CASE WHEN device.member_id = $3 THEN device.tags ELSE '{}' END, external_id = CASE WHEN device.member_id = $3 THEN device.external_id END,
       custom_data = CASE WHEN device.member_id = $3 THEN device.custom_data END, hides_text = device.hides_text AND device.member_id IS NOT DISTINCT FROM $3,
       gets_questions = device.gets_questions OR device.member_id IS DISTINCT FROM $3, gets_updates = device.gets_updates OR device.member_id IS DISTINCT FROM $3,
       gets_reminders = device.gets_reminders OR device.member_id IS DISTINCT FROM $3, browser = $9, os = $10, channel = $11, user_agent = $12,
       status = 'active', status_reason = NULL, last_seen_at = nod_now()
     RETURNING *`,
    [
      device.id,
      device.workspaceId,
      device.memberId,
      device.webSessionId,
      device.endpoint,
      device.p256dh,
      device.auth,
      device.name,
      device.browser,
      device.os,
      device.channel,
      device.userAgent,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('the device was not stored');
  return row;
}

/** Moves a device to a new subscription; false when no active device has the old one. */
export async function replaceSubscription(
  oldEndpoint: string,
  next: { endpoint: string; p256dh: string; auth: string },
): Promise<boolean> {
  const rows = await query(
    `UPDATE device SET endpoint = $2, p256dh = $3, auth = $4, status = 'active', status_reason = NULL, last_seen_at = nod_now()
      WHERE endpoint = $1 AND status IN ('active', 'expired', 'bounced') AND NOT EXISTS (SELECT 1 FROM device other WHERE other.endpoint = $2 AND other.endpoint <> $1)
      RETURNING id`,
    [oldEndpoint, next.endpoint, next.p256dh, next.auth],
  );
  return rows.length > 0;
}

export interface Standing {
  /**
   * on: for this member. off: turned off, or another account's. lost: the server has no such row, so the page sends it again. dead: the
   * push service has ended this subscription, so the page makes a new one.
   */
  standing: 'on' | 'off' | 'lost' | 'dead';
  id?: string;
}

/** Where the server stands with a browser's subscription; notes that it was seen, and in which web session. */
export async function standingOf(
  { memberId, webSessionId }: { memberId: string; webSessionId: string },
  endpoint: string,
): Promise<Standing> {
  const rows = await query<{ id: string; status: string; mine: boolean }>(
    `WITH seen AS (UPDATE device SET last_seen_at = nod_now(), web_session_id = $3 WHERE endpoint = $1 AND member_id = $2)
     SELECT id, status, member_id = $2 AS mine FROM device WHERE endpoint = $1`,
    [endpoint, memberId, webSessionId],
  );
  const row = rows[0];
  if (!row) return { standing: 'lost' };
  if (row.mine && (row.status === 'expired' || row.status === 'bounced')) return { standing: 'dead' };
  return row.mine && row.status === 'active' ? { standing: 'on', id: row.id } : { standing: 'off' };
}

/** A member's devices; owners see everybody's. */
export async function selectDevices(workspaceId: string, memberId: string | null): Promise<DeviceRow[]> {
  return query<DeviceRow>(
    `SELECT device.*, (SELECT failure FROM delivery WHERE device_id = device.id ORDER BY delivery.created_at DESC LIMIT 1) AS last_failure
       FROM device WHERE workspace_id = $1 AND member_id IS NOT NULL AND ($2::uuid IS NULL OR member_id = $2) AND status_reason IS DISTINCT FROM 'removed'
      ORDER BY status = 'active' DESC, last_seen_at DESC LIMIT 200`,
    [workspaceId, memberId],
  );
}

export interface DeviceChange {
  name?: string;
  tags?: string[];
  getsQuestions?: boolean;
  getsUpdates?: boolean;
  getsReminders?: boolean;
  hidesText?: boolean;
}

/** Changes what is given of one of a member's devices; false when it is not theirs. */
export async function updateDevice(memberId: string, id: string, change: DeviceChange): Promise<boolean> {
  const rows = await query(
    `UPDATE device SET name = coalesce($3, name), tags = coalesce($4, tags), gets_questions = coalesce($5, gets_questions),
            gets_updates = coalesce($6, gets_updates), gets_reminders = coalesce($7, gets_reminders), hides_text = coalesce($8, hides_text)
      WHERE id = $1 AND member_id = $2 RETURNING id`,
    [
      id,
      memberId,
      change.name ?? null,
      change.tags ?? null,
      change.getsQuestions ?? null,
      change.getsUpdates ?? null,
      change.getsReminders ?? null,
      change.hidesText ?? null,
    ],
  );
  return rows.length > 0;
}

export interface RecentDelivery {
  device_id: string;
  kind: string;
  title: string | null;
  question_id: string | null;
  notification_id: string | null;
  created_at: Date;
  accepted_at: Date | null;
  displayed_at: Date | null;
  clicked_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  suppressed: string | null;
  attempts: number;
}

/** The last few pushes of each of these devices, newest first. */
export async function selectRecentDeliveries(workspaceId: string, deviceIds: string[]): Promise<RecentDelivery[]> {
  return query<RecentDelivery>(
    `SELECT recent.*, coalesce(notification.title, question.question, reminder.title, reminder.body, recent.shown ->> 'title') AS title
       FROM unnest($2::uuid[]) AS wanted(id), LATERAL (
         SELECT device_id, kind, question_id, notification_id, reminder_id, shown, created_at, accepted_at, displayed_at, clicked_at, failed_at, failure, suppressed, attempts
           FROM delivery WHERE device_id = wanted.id AND workspace_id = $1 AND kind <> 'settled' ORDER BY created_at DESC LIMIT 4) recent
       LEFT JOIN notification ON notification.id = recent.notification_id LEFT JOIN question ON question.id = recent.question_id
       LEFT JOIN reminder ON reminder.id = recent.reminder_id
      ORDER BY recent.created_at DESC`,
    [workspaceId, deviceIds],
  );
}

/**
 * The parts of a statement that takes devices out of use: `chosen`, those that the condition (on `device`) names; `voided`, whose answer
 * tokens end, because the same browser may come back and what lay on its screen before may not answer then; `gone`, the devices. Deliveries
 * are locked before devices, as receipts lock them.
 */
export const takeOutOfUse = (condition: string, reason: string): string => `
  chosen AS (SELECT device.id, device.workspace_id, device.end_user_id FROM device WHERE ${condition}),
  voided AS (
    UPDATE delivery SET token_hashes = '{}' FROM (
      SELECT delivery.id FROM delivery JOIN chosen ON chosen.id = delivery.device_id
       WHERE delivery.token_used_at IS NULL AND delivery.token_hashes <> '{}' ORDER BY delivery.id FOR NO KEY UPDATE OF delivery) open_rows
     WHERE delivery.id = open_rows.id RETURNING delivery.id
  ), gone AS (
    UPDATE device SET status = 'unsubscribed', status_reason = ${reason} FROM chosen
     WHERE device.id = chosen.id AND ${condition} AND (SELECT count(*) FROM voided) >= 0 RETURNING device.id
  )`;

/** Takes a device out of use; its row and its deliveries stay. */
export async function unsubscribeDevice(memberId: string, id: string, reason: string): Promise<boolean> {
  const condition = `device.id = $1 AND device.member_id = $2 AND (device.status <> 'unsubscribed' OR device.status_reason IS DISTINCT FROM $3)`;
  const rows = await query(`WITH ${takeOutOfUse(condition, '$3')} SELECT id FROM gone`, [id, memberId, reason]);
  return rows.length > 0;
}

/** Turns off the member's device with that endpoint; false when there is none that is on. */
export async function unsubscribeEndpoint(memberId: string, endpoint: string): Promise<boolean> {
  const condition = `device.endpoint = $1 AND device.member_id = $2 AND device.status = 'active'`;
  const rows = await query(`WITH ${takeOutOfUse(condition, `'turned off'`)} SELECT id FROM gone`, [endpoint, memberId]);
  return rows.length > 0;
}

/** Plans one test push to one of a member's devices; undefined when it is not theirs or not active. Not retried: the person is looking. */
export async function planTestPush(memberId: string, id: string): Promise<PushTarget | undefined> {
  const rows = await query<PushTarget>(
    `WITH chosen AS (SELECT * FROM device WHERE id = $1 AND member_id = $2 AND status = 'active'),
     planned AS (INSERT INTO delivery (id, workspace_id, device_id, kind, attempts) SELECT gen_random_uuid(), workspace_id, id, 'test', 1 FROM chosen RETURNING id)
     SELECT planned.id AS delivery_id, chosen.id AS device_id, endpoint, p256dh, auth, channel, NULL AS token FROM planned, chosen`,
    [id, memberId],
  );
  return rows[0];
}

/** Notes what a service worker reports of one push; the first report of each kind counts. */
export async function markDeliveryEvent(deliveryId: string, event: 'displayed' | 'clicked'): Promise<void> {
  const column = event === 'displayed' ? 'displayed_at' : 'clicked_at';
  await query(
    `WITH marked AS (UPDATE delivery SET ${column} = nod_now() WHERE id = $1 AND ${column} IS NULL RETURNING workspace_id, coalesce(question_id, notification_id, id) AS subject)
     SELECT nod_tell(workspace_id, subject, '${event}') FROM marked`,
    [deliveryId],
  );
}

interface TokenRow {
  workspace_id: string;
  /** Whose device it is: a member's or an end user's. */
  member_id: string | null;
  end_user_id: string | null;
  device_id: string;
  channel: 'web' | 'mobile';
  known: boolean;
  used: boolean;
}

/** Whose token this is for that question, and whether it was used. */
export async function selectByToken(
  deliveryId: string,
  questionId: string,
  tokenHash: Buffer,
): Promise<TokenRow | undefined> {
  const rows = await query<TokenRow>(
    `SELECT delivery.workspace_id, device.member_id, device.end_user_id, device.id AS device_id, device.channel,
            $3::bytea = ANY (delivery.token_hashes) AS known, token_used_at IS NOT NULL AS used
       FROM delivery JOIN device ON device.id = delivery.device_id LEFT JOIN member ON member.id = device.member_id
      WHERE delivery.id = $1 AND delivery.question_id = $2 AND device.status = 'active' AND device.workspace_id = delivery.workspace_id
        AND nod_may_get(device.member_id, device.end_user_id, delivery.question_id) AND member.role IS DISTINCT FROM 'viewer'`,
    [deliveryId, questionId, tokenHash],
  );
  return rows[0];
}
