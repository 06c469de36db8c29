import { query } from '@/lib/db/client';
import {
  type DeliveryPlan,
  type PlanDevice,
  type PlanFacts,
  type PlanMember,
  planDelivery,
  type ToDeliver,
} from '@/lib/delivery/plan';

/** Who speaks: the session and machine as the caller knows them decide about the kill switch and about presence. */
export interface Speaker {
  workspaceId: string;
  sessionId?: string | null;
  machineId?: string | null;
}

interface FactsRow {
  now: Date;
  mode: PlanFacts['mode'];
  grace_ms: number;
  push_first_ms: number;
  push_only_ms: number;
  stopped: boolean;
  at_keyboard: boolean;
  members: (Omit<PlanMember, 'override' | 'snoozedUntil'> & {
    override: { mode: PlanFacts['mode']; until: string } | null;
    snoozedUntil: string | null;
  })[];
  devices: PlanDevice[];
}

/** The facts of one moment. */
export async function readFacts(speaker: Speaker): Promise<PlanFacts> {
  const rows = await query<FactsRow>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at),
     speaking AS (
       SELECT * FROM agent_session WHERE workspace_id = $1 AND session_id = $2 AND (machine_id = $3 OR machine_id = '' OR $3 = '')
     )
     SELECT clock.at AS now, delivery_mode AS mode, grace_seconds * 1000 AS grace_ms, push_first_seconds * 1000 AS push_first_ms,
            push_only_seconds * 1000 AS push_only_ms,
            coalesce(workspace.stopped_until > clock.at, false) OR EXISTS (SELECT 1 FROM speaking WHERE stopped_until > clock.at) AS stopped,
            EXISTS (SELECT 1 FROM agent_session here WHERE here.workspace_id = $1 AND here.last_input_at > clock.at - interval '2 minutes'
                       AND (here.machine_id = $3 AND $3 <> '' OR here.id IN (SELECT id FROM speaking)
                            OR here.machine_id <> '' AND here.machine_id IN (SELECT machine_id FROM speaking))) AS at_keyboard,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', member.id, 'role', role, 'timeZone', time_zone, 'mode', member.delivery_mode,
                      'override', CASE WHEN mode_override_until > clock.at THEN jsonb_build_object('mode', mode_override, 'until', mode_override_until) END,
                      'snoozedUntil', snoozed_until, 'quiet', CASE WHEN quiet_from IS NOT NULL THEN jsonb_build_object('from', quiet_from, 'to', quiet_to) END,
                      'urgentThrough', urgent_through, 'updates', updates)), '[]')
               FROM member WHERE workspace_id = $1 AND removed_at IS NULL) AS members,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', device.id, 'memberId', device.member_id, 'os', os, 'tags', tags, 'externalId', external_id,
                      'getsQuestions', gets_questions, 'getsUpdates', gets_updates, 'getsReminders', gets_reminders,
                      'foreground', coalesce(web_session.foreground_until > clock.at AND web_session.revoked_at IS NULL, false)) ORDER BY device.id), '[]')
               FROM device LEFT JOIN web_session ON web_session.id = device.web_session_id
              WHERE device.workspace_id = $1 AND device.member_id IS NOT NULL AND device.status = 'active') AS devices
       FROM workspace, clock WHERE workspace.id = $1`,
    [speaker.workspaceId, speaker.sessionId ?? null, speaker.machineId ?? ''],
    'delivery-facts',
  );
  const row = rows[0];
  if (!row) throw new Error('the workspace is gone');
  return {
    now: row.now,
    mode: row.mode,
    graceMs: row.grace_ms,
    pushFirstMs: row.push_first_ms,
    pushOnlyMs: row.push_only_ms,
    stopped: row.stopped,
    atKeyboard: row.at_keyboard,
    members: row.members.map((member) => ({
      ...member,
      override: member.override && { ...member.override, until: new Date(member.override.until) },
      snoozedUntil: member.snoozedUntil === null ? null : new Date(member.snoozedUntil),
    })),
    devices: row.devices,
  };
}

/** The plan for something that is to reach people now. */
export async function planNow(speaker: Speaker, what: ToDeliver): Promise<DeliveryPlan> {
  return planDelivery(what, await readFacts(speaker));
}

/** A plan's entries as nod_carry_out() takes them. */
export const planAsJson = ({ entries }: Pick<DeliveryPlan, 'entries'>): string =>
  JSON.stringify(
    entries.map(({ device, mayAnswer, dueAt, held, suppressed, digestAt }) => ({
      device,
      may_answer: mayAnswer,
      due_at: dueAt ?? null,
      held: held ?? null,
      suppressed: suppressed ?? null,
      digest_at: digestAt ?? null,
    })),
  );
