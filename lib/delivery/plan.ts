import type { Role } from '@/lib/actor';
import type { DeliveryMode } from '@/lib/contract/question';
import { heldBackUntil } from '@/lib/delivery/quiet-hours';

/** What is to reach people. A nudge is the one reminder of a question that still waits after ten minutes (spec 2.2). */
export type Subject = 'question' | 'nudge' | 'info' | 'completion' | 'error' | 'reminder';

/** Sent later than now, and why. */
export type HeldReason = 'at_keyboard' | 'foreground';
/** Not sent at all, and why. What was snoozed or came in quiet hours is told in one digest at the end. */
export type SuppressedReason =
  | 'kill_switch'
  | 'terminal_only'
  | 'update_setting'
  | 'device_setting'
  | 'snoozed'
  | 'quiet_hours';

export interface PlanMember {
  id: string;
  role: Role;
  timeZone: string;
  /** Their own mode, and the one that goes before it for a while; null follows the workspace. */
  mode: DeliveryMode | null;
  override: { mode: DeliveryMode; until: Date } | null;
  snoozedUntil: Date | null;
  /** Minutes after midnight in their zone. */
  quiet: { from: number; to: number } | null;
  urgentThrough: boolean;
  updates: 'all' | 'important' | 'none';
}

export interface PlanDevice {
  id: string;
  memberId: string;
  os: string;
  tags: string[];
  externalId: string | null;
  getsQuestions: boolean;
  getsUpdates: boolean;
  getsReminders: boolean;
  /** A window of Nod on it is in front of its person. */
  foreground: boolean;
}

/** Everything that decides about a delivery, as the database had it at one moment. */
export interface PlanFacts {
  now: Date;
  mode: DeliveryMode;
  graceMs: number;
  pushFirstMs: number;
  pushOnlyMs: number;
  /** The kill switch of the workspace or of the asking session is on. */
  stopped: boolean;
  /** A hook saw a person type at the asking machine within two minutes. */
  atKeyboard: boolean;
  members: PlanMember[];
  /** Active devices of members. */
  devices: PlanDevice[];
}

export interface ToDeliver {
  subject: Subject;
  /** The member whose key speaks: their mode decides how the call waits. */
  speaksFor: string;
  /** Only this member's devices. */
  onlyMember?: string;
  tags?: string[];
  externalIds?: string[];
  subscriberIds?: string[];
  /** A notification that brings a question along. */
  answerable?: boolean;
  /** An error, or a question about something that cannot be undone: may ring through snooze and quiet hours. */
  urgent: boolean;
  /** The mode that a rule of the person gives this ask; only their mode for now goes before it. */
  ruleMode?: DeliveryMode | undefined;
}

export interface PlanEntry {
  device: string;
  mayAnswer: boolean;
  /** When it is sent; absent: now. */
  dueAt?: Date;
  held?: HeldReason;
  suppressed?: SuppressedReason;
  /** When what is held back is told in a digest. */
  digestAt?: Date;
}

export interface DeliveryPlan {
  /** The mode of the call, and how long it waits when it does not say itself, in milliseconds. */
  mode: DeliveryMode;
  windowMs: number;
  /** What becomes of a question: only a pending one may be answered. */
  state: 'pending' | 'notified' | 'terminal' | 'stopped';
  entries: PlanEntry[];
  /** Why nobody is alerted, when that holds for every device. */
  suppressed?: SuppressedReason;
  /** When the first of them is told what was held back, when `suppressed`. */
  heldUntil?: Date;
}

/** How long a window in front of the person has before its own device rings too (spec 3.5). */
const foregroundMs = 5000;

/**
 * Who gets what, when, and why not (spec 3.4, 3.5). Reads nothing and writes nothing: the same facts give the same plan. What carries it
 * out checks only what may have changed since: that the device is still there, its member too, and that the kill switch is still off.
 */
export function planDelivery(what: ToDeliver, facts: PlanFacts): DeliveryPlan {
  const speaker = facts.members.find((member) => member.id === what.speaksFor);
  const mode = modeOf(speaker, facts, what.ruleMode);
  const stopped = facts.stopped && what.subject !== 'reminder';
  const isAsk = what.subject === 'question' || what.subject === 'nudge';
  const state = stopped
    ? 'stopped'
    : mode === 'terminal_only'
      ? 'terminal'
      : mode === 'notify_only'
        ? 'notified'
        : 'pending';
  const entries = isAsk && (state === 'stopped' || state === 'terminal') ? [] : entriesOf(what, facts, stopped, state);
  return {
    mode,
    windowMs: isAsk ? windowOf(state, mode, entries, facts) : 0,
    state,
    entries,
    ...wholly(entries, stopped, mode, isAsk),
  };
}

/** The mode that holds for a member now: the temporary one, that of a rule, their own, the workspace's. */
export function modeOf(
  member: PlanMember | undefined,
  facts: Pick<PlanFacts, 'now' | 'mode'>,
  ruleMode?: DeliveryMode,
): DeliveryMode {
  if (member?.override && member.override.until > facts.now) return member.override.mode;
  return ruleMode ?? member?.mode ?? facts.mode;
}

function windowOf(state: DeliveryPlan['state'], mode: DeliveryMode, entries: PlanEntry[], facts: PlanFacts): number {
  if (state !== 'pending') return 0;
  if (mode === 'push_only') return facts.pushOnlyMs;
  return facts.pushFirstMs + (entries.some((entry) => entry.held === 'at_keyboard') ? facts.graceMs : 0);
}

function entriesOf(what: ToDeliver, facts: PlanFacts, stopped: boolean, state: DeliveryPlan['state']): PlanEntry[] {
  return facts.devices.flatMap((device): PlanEntry[] => {
    const member = facts.members.find(({ id }) => id === device.memberId);
    if (!member || !isTarget(what, device)) return [];
    const mode = modeOf(member, facts, what.ruleMode);
    const asks = what.answerable || what.subject === 'question' || what.subject === 'nudge';
    const mayAnswer = asks && state === 'pending' && member.role !== 'viewer' && mode !== 'notify_only';
    const entry = { device: device.id, mayAnswer };
    const suppressed = stopped ? 'kill_switch' : whyNever(what.subject, device, member, mode);
    if (suppressed) return [{ ...entry, suppressed }];
    const back = what.urgent && member.urgentThrough ? undefined : heldBackUntil(facts.now, member);
    if (back) return [{ ...entry, suppressed: back.reason, digestAt: back.until }];
    return [{ ...entry, ...whenToSend(what.subject, device, mode, facts) }];
  });
}

/** Untargeted goes to everybody; each list that is given narrows (spec 3.1). */
function isTarget(what: ToDeliver, device: PlanDevice): boolean {
  const { tags = [], externalIds = [], subscriberIds = [] } = what;
  if (what.onlyMember !== undefined && device.memberId !== what.onlyMember) return false;
  if (tags.length > 0 && !device.tags.some((tag) => tags.includes(tag))) return false;
  if (externalIds.length > 0 && (device.externalId === null || !externalIds.includes(device.externalId))) return false;
  return subscriberIds.length === 0 || subscriberIds.includes(device.id);
}

function whyNever(
  subject: Subject,
  device: PlanDevice,
  member: PlanMember,
  mode: DeliveryMode,
): SuppressedReason | undefined {
  if (mode === 'terminal_only') return 'terminal_only';
  if (subject === 'question' || subject === 'nudge') return device.getsQuestions ? undefined : 'device_setting';
  if (subject === 'reminder') return device.getsReminders ? undefined : 'device_setting';
  if (member.updates === 'none' || (member.updates === 'important' && subject === 'info')) return 'update_setting';
  return device.getsUpdates ? undefined : 'device_setting';
}

function whenToSend(
  subject: Subject,
  device: PlanDevice,
  mode: DeliveryMode,
  facts: PlanFacts,
): Pick<PlanEntry, 'dueAt' | 'held'> {
  // Only where waiting can spare a push: a question that is answered in that window. iOS may not hold (a silent worker costs its permission).
  const asks = subject === 'question' || subject === 'nudge';
  const foreground = asks && device.foreground && !/^iP(hone|ad)/.test(device.os) ? foregroundMs : 0;
  const keyboard = subject === 'question' && mode === 'push_first' && facts.atKeyboard ? facts.graceMs : 0;
  const holdMs = Math.max(foreground, keyboard);
  if (holdMs === 0) return {};
  const dueAt = new Date(facts.now.getTime() + holdMs);
  return { held: keyboard >= foreground ? 'at_keyboard' : 'foreground', dueAt };
}

/** Why nobody at all is alerted. A device that is sent something, even later, means that somebody is. */
function wholly(
  entries: PlanEntry[],
  stopped: boolean,
  mode: DeliveryMode,
  isAsk: boolean,
): Pick<DeliveryPlan, 'suppressed' | 'heldUntil'> {
  if (stopped) return { suppressed: 'kill_switch' };
  if (isAsk && mode === 'terminal_only') return { suppressed: 'terminal_only' };
  if (entries.length === 0 || entries.some((entry) => !entry.suppressed)) return {};
  const order: SuppressedReason[] = ['snoozed', 'quiet_hours', 'terminal_only', 'update_setting', 'device_setting'];
  const suppressed = order.find((reason) => entries.some((entry) => entry.suppressed === reason));
  const ends = entries.flatMap(({ digestAt }) => (digestAt ? [digestAt.getTime()] : []));
  return {
    ...(suppressed ? { suppressed } : {}),
    ...(ends.length > 0 ? { heldUntil: new Date(Math.min(...ends)) } : {}),
  };
}
