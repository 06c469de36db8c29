import { Temporal } from 'temporal-polyfill';
import type { KeyActor, MemberActor } from '@/lib/actor';
import { MemberDelivery, ModeForNow, Snooze, WorkspaceDelivery } from '@/lib/contract/delivery-settings';
import type { DeliveryMode } from '@/lib/contract/question';
import { heldBackUntil } from '@/lib/delivery/quiet-hours';
import {
  type DeliverySettingsRow,
  selectDeliverySettings,
  selectModeForHook,
  updateMemberDelivery,
  updateModeForNow,
  updateSnooze,
  updateWorkspaceDelivery,
} from '@/lib/delivery/settings.sql';
import { AppError } from '@/lib/errors';
import { parseOrThrow } from '@/lib/parse';
import { zoneOrUtc } from '@/lib/time-zone';

/** How a member is reached, as the settings page shows it; times are ISO, times of the clock HH:MM. */
export interface DeliverySettings {
  workspace: { mode: DeliveryMode; graceSeconds: number; pushFirstSeconds: number; pushOnlySeconds: number };
  mode: DeliveryMode | null;
  updates: DeliverySettingsRow['updates'];
  quietFrom: string;
  quietTo: string;
  timeZone: string;
  urgentThrough: boolean;
}

/** What holds at this moment: what a page says at its top and at the foot of the rail. */
export interface DeliveryNow {
  mode: DeliveryMode;
  timeZone: string;
  modeUntil?: string;
  stoppedUntil?: string;
  rest?: { reason: 'snoozed' | 'quiet_hours'; until: string; held: number };
  waiting: number;
  /** A person types there now. */
  keyboard?: string;
}

/** A member's settings of delivery, and what holds now: mode, rest, kill switch, and how many questions wait. */
export async function deliverySettings(actor: MemberActor): Promise<{ settings: DeliverySettings; now: DeliveryNow }> {
  const row = await selectDeliverySettings(actor.memberId);
  return { settings: settingsOf(row), now: nowOf(row) };
}

const clock = (minutes: number | null): string =>
  minutes === null
    ? ''
    : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function settingsOf(row: DeliverySettingsRow): DeliverySettings {
  return {
    workspace: {
      mode: row.workspace_mode,
      graceSeconds: row.grace_seconds,
      pushFirstSeconds: row.push_first_seconds,
      pushOnlySeconds: row.push_only_seconds,
    },
    mode: row.mode,
    updates: row.updates,
    quietFrom: clock(row.quiet_from),
    quietTo: clock(row.quiet_to),
    timeZone: row.time_zone,
    urgentThrough: row.urgent_through,
  };
}

function nowOf(row: DeliverySettingsRow): DeliveryNow {
  const quiet = row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to };
  const rest = heldBackUntil(row.now, { timeZone: row.time_zone, snoozedUntil: row.snoozed_until, quiet });
  return {
    mode: row.mode_override ?? row.mode ?? row.workspace_mode,
    timeZone: zoneOrUtc(row.time_zone),
    ...(row.mode_override_until ? { modeUntil: row.mode_override_until.toISOString() } : {}),
    ...(row.stopped_until ? { stoppedUntil: row.stopped_until.toISOString() } : {}),
    ...(rest ? { rest: { reason: rest.reason, until: rest.until.toISOString(), held: row.held } } : {}),
    waiting: row.waiting,
    ...(row.keyboard ? { keyboard: row.keyboard } : {}),
  };
}

/** Changes how this member is reached. Throws AppError `invalid_request` naming the field and its rule. */
export async function changeMemberDelivery(actor: MemberActor, input: unknown): Promise<void> {
  const { urgentThrough, ...change } = parseOrThrow(MemberDelivery, input);
  await updateMemberDelivery(actor.memberId, { ...change, urgentThrough: urgentThrough === 'on' });
}

/** Changes what holds for the whole workspace. Throws AppError `forbidden` for all but owners, `invalid_request`. */
export async function changeWorkspaceDelivery(actor: MemberActor, input: unknown): Promise<void> {
  if (actor.role !== 'owner') throw new AppError('forbidden', 'Only an owner changes this.');
  await updateWorkspaceDelivery(actor.workspaceId, parseOrThrow(WorkspaceDelivery, input));
}

/** Holds this member's pushes for a while; what was held is told in one digest at the end. Throws AppError `invalid_request`. */
export async function snooze(actor: MemberActor, input: unknown): Promise<void> {
  const { for: length } = parseOrThrow(Snooze, input);
  const { now, time_zone: timeZone } = await selectDeliverySettings(actor.memberId);
  const until = length === 'morning' ? nextMorning(now, timeZone) : new Date(now.getTime() + Number(length) * 60_000);
  await updateSnooze(actor.memberId, until);
}

/** The next eight o'clock in the morning by that zone's clock. */
export function nextMorning(now: Date, zone: string): Date {
  const timeZone = zoneOrUtc(zone);
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const day = local.toPlainDate().add({ days: local.hour >= 8 ? 1 : 0 });
  return new Date(day.toZonedDateTime({ timeZone, plainTime: '08:00' }).epochMilliseconds);
}

/** Ends this member's snooze. */
export const wake = (actor: MemberActor): Promise<void> => updateSnooze(actor.memberId, null);

/** Another mode for 1 to 24 hours. Throws AppError `invalid_request`. */
export async function changeModeForNow(actor: MemberActor, input: unknown): Promise<void> {
  const { mode, hours } = parseOrThrow(ModeForNow, input);
  await updateModeForNow(actor.memberId, mode, hours);
}

/** Back to the lasting mode. */
export const endModeForNow = (actor: MemberActor): Promise<void> => updateModeForNow(actor.memberId, null, 0);

/** What a hook asks before each call (spec 6.5): the temporary mode of the person, and whether agents are to stop. */
export async function modeForHook(
  actor: KeyActor,
  sessionId: string | undefined,
): Promise<{ override: { mode: DeliveryMode } | null; kill: boolean }> {
  const { mode, kill } = await selectModeForHook(actor.workspaceId, actor.memberId, sessionId ?? null);
  return { override: mode && { mode }, kill };
}
