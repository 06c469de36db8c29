import type { DeliveryMode } from '@/lib/contract/question';
import { query } from '@/lib/db/client';

/** What was held back until now is looked at again at once: whoever changed their rest may be told now. */
const lookAgain = `digest_due_at = CASE WHEN digest_due_at IS NOT NULL THEN nod_now() END`;
/** Tells the pages of the workspace, and the due loops for the digest. */
const tellChanged = `nod_tell(workspace_id, id, 'settings'), nod_tell(NULL, id, 'due')`;

export interface DeliverySettingsRow {
  now: Date;
  workspace_mode: DeliveryMode;
  grace_seconds: number;
  push_first_seconds: number;
  push_only_seconds: number;
  stopped_until: Date | null;
  mode: DeliveryMode | null;
  mode_override: DeliveryMode | null;
  mode_override_until: Date | null;
  snoozed_until: Date | null;
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
  urgent_through: boolean;
  updates: 'all' | 'important' | 'none';
  /** How many things are held back for their digest. */
  held: number;
  /** How many questions wait in the workspace. */
  waiting: number;
  /** The newest machine that a person typed at within two minutes. */
  keyboard: string | null;
}

/** How one member is reached, and what holds now. */
export async function selectDeliverySettings(memberId: string): Promise<DeliverySettingsRow> {
  const rows = await query<DeliverySettingsRow>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at)
     SELECT clock.at AS now, workspace.delivery_mode AS workspace_mode, grace_seconds, push_first_seconds, push_only_seconds,
            CASE WHEN stopped_until > clock.at THEN stopped_until END AS stopped_until, member.delivery_mode AS mode,
            CASE WHEN mode_override_until > clock.at THEN mode_override END AS mode_override,
            CASE WHEN mode_override_until > clock.at THEN mode_override_until END AS mode_override_until,
            CASE WHEN snoozed_until > clock.at THEN snoozed_until END AS snoozed_until,
            quiet_from, quiet_to, time_zone, urgent_through, updates,
            CASE WHEN digest_due_at IS NULL THEN 0 ELSE (
              SELECT count(DISTINCT coalesce(notification_id, reminder_id, question_id))::int FROM delivery JOIN device ON device.id = device_id
                LEFT JOIN question ON question.id = question_id
               WHERE (notification_id IS NOT NULL OR reminder_id IS NOT NULL OR question.state IN ('pending', 'notified')) AND delivery.workspace_id = member.workspace_id AND device.member_id = member.id
                 AND delivery.suppressed IN ('snoozed', 'quiet_hours') AND digested_at IS NULL) END AS held,
            (SELECT count(*)::int FROM question WHERE question.workspace_id = member.workspace_id AND state = 'pending' AND env IS NULL
                AND kind <> 'decision' AND (expires_at IS NULL OR expires_at > clock.at)) AS waiting,
            (SELECT machine_id FROM agent_session WHERE agent_session.workspace_id = member.workspace_id AND last_input_at > clock.at - interval '2 minutes'
              ORDER BY last_input_at DESC LIMIT 1) AS keyboard
       FROM member JOIN workspace ON workspace.id = member.workspace_id, clock WHERE member.id = $1`,
    [memberId],
    'delivery-settings',
  );
  const row = rows[0];
  if (!row) throw new Error('the member is gone');
  return row;
}

export async function updateMemberDelivery(
  memberId: string,
  change: {
    mode: DeliveryMode | null;
    updates: string;
    quietFrom: number | null;
    quietTo: number | null;
    timeZone: string;
    urgentThrough: boolean;
  },
): Promise<void> {
  await query(
    `WITH changed AS (
       UPDATE member SET delivery_mode = $2, updates = $3, quiet_from = $4, quiet_to = $5, time_zone = $6, time_zone_chosen = true, urgent_through = $7, ${lookAgain}
        WHERE id = $1 AND removed_at IS NULL RETURNING id, workspace_id
     ) SELECT ${tellChanged} FROM changed`,
    [memberId, change.mode, change.updates, change.quietFrom, change.quietTo, change.timeZone, change.urgentThrough],
  );
}

export async function updateWorkspaceDelivery(
  workspaceId: string,
  change: { mode: DeliveryMode; graceSeconds: number; pushFirstSeconds: number; pushOnlySeconds: number },
): Promise<void> {
  await query(
    `WITH changed AS (
       UPDATE workspace SET delivery_mode = $2, grace_seconds = $3, push_first_seconds = $4, push_only_seconds = $5 WHERE id = $1 RETURNING id
     ) SELECT nod_tell(id, id, 'settings') FROM changed`,
    [workspaceId, change.mode, change.graceSeconds, change.pushFirstSeconds, change.pushOnlySeconds],
  );
}

/** Snoozes until then; null wakes. What was held back is looked at again. */
export async function updateSnooze(memberId: string, until: Date | null): Promise<void> {
  await query(
    `WITH changed AS (UPDATE member SET snoozed_until = $2, ${lookAgain} WHERE id = $1 AND removed_at IS NULL RETURNING id, workspace_id)
     SELECT ${tellChanged} FROM changed`,
    [memberId, until],
  );
}

/** Another mode for so many hours from now; null ends it. */
export async function updateModeForNow(memberId: string, mode: DeliveryMode | null, hours: number): Promise<void> {
  await query(
    `WITH changed AS (
       UPDATE member SET mode_override = $2, mode_override_until = CASE WHEN $2::text IS NOT NULL THEN nod_now() + $3::float8 * interval '1 hour' END
        WHERE id = $1 AND removed_at IS NULL RETURNING id, workspace_id
     ) SELECT ${tellChanged} FROM changed`,
    [memberId, mode, hours],
  );
}

/** What hooks ask at /api/mcp/mode: the temporary mode of the key's member, and whether this session or all of them are stopped. */
export async function selectModeForHook(
  workspaceId: string,
  memberId: string,
  sessionId: string | null,
): Promise<{ mode: DeliveryMode | null; kill: boolean }> {
  const rows = await query<{ mode: DeliveryMode | null; kill: boolean }>(
    `SELECT (SELECT mode_override FROM member WHERE id = $2 AND mode_override_until > nod_now()) AS mode,
            EXISTS (SELECT 1 FROM workspace WHERE id = $1 AND stopped_until > nod_now())
            OR EXISTS (SELECT 1 FROM agent_session WHERE workspace_id = $1 AND session_id = $3 AND stopped_until > nod_now()) AS kill`,
    [workspaceId, memberId, sessionId],
    'mode-for-hook',
  );
  return rows[0] ?? { mode: null, kill: false };
}
