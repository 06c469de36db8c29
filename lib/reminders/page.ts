import { type MemberActor, mayAnswer } from '@/lib/actor';
import type { LeaveReminder, ReminderStatus } from '@/lib/contract/reminder';
import { AppError, refusal } from '@/lib/errors';
import { agentLabel } from '@/lib/questions/agent-label';
import { cancelReminder } from '@/lib/reminders/cancel';
import { calendarWords, localFieldOf, momentOfLocal } from '@/lib/reminders/local-time';
import { type PastReminderRow, selectForPage, selectStanding } from '@/lib/reminders/reminders.sql';
import { storeOnce } from '@/lib/reminders/store';
import { isTimeZone } from '@/lib/time-zone';

export interface ReminderView {
  id: string;
  title?: string;
  body: string;
  /** Who left it; absent when the member did themselves. */
  agent?: string;
  fireAt: string;
  /** In words, in the member's zone. */
  fireAtLocal: string;
  status: ReminderStatus;
  reason?: string;
  settledAt?: string;
  sent: number;
  delivered: number;
}

export interface RemindersOfMember {
  pending: ReminderView[];
  past: ReminderView[];
  /** The zone of the form. */
  timeZone: string;
  /** The earliest and latest time that the form takes, as its field holds them in that zone. */
  earliest: string;
  latest: string;
}

const pastShown = 50;
const minuteMs = 60_000;
const longestMs = 30 * 24 * 60 * minuteMs;

/**
 * A member's own reminders: what is still to come, then what came of the newest others. The form is for `shownZone` when it was refused
 * and is shown again, so that what was typed means the same.
 */
export async function listReminders(actor: MemberActor, shownZone?: string): Promise<RemindersOfMember> {
  const [rows, standing] = await Promise.all([selectForPage(actor, pastShown), selectStanding(actor)]);
  const { now, time_zone: ownZone } = standing;
  const views = rows.map((row) => viewOf(row, ownZone));
  const timeZone = shownZone !== undefined && isTimeZone(shownZone) ? shownZone : ownZone;
  const after = (ms: number) => localFieldOf(new Date(now.getTime() + ms), timeZone);
  return {
    pending: views.filter(({ settledAt }) => settledAt === undefined),
    past: views.filter(({ settledAt }) => settledAt !== undefined),
    timeZone,
    earliest: after(minuteMs),
    latest: after(longestMs),
  };
}

function viewOf(row: PastReminderRow, timeZone: string): ReminderView {
  const { agent, project } = agentLabel(row.agent_name, row.key_name ?? 'An agent');
  return {
    id: row.id,
    ...(row.title === null ? {} : { title: row.title }),
    body: row.body,
    ...(row.key_id === null ? {} : { agent: project ? `${agent} · ${project}` : agent }),
    fireAt: row.fire_at.toISOString(),
    fireAtLocal: calendarWords(row.fire_at, timeZone),
    status: row.status,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.settled_at === null ? {} : { settledAt: row.settled_at.toISOString() }),
    sent: row.sent,
    delivered: row.delivered,
  };
}

/**
 * Leaves a reminder for oneself, at a local time of the zone that the form was shown with (the member's may have changed since), else of
 * one's own; `twice` when the clocks go back over that time and the earlier is meant. Throws AppError `forbidden` for viewers,
 * `invalid_request` for a zone that is none, and what lib/reminders/store.ts does.
 */
export async function leaveReminder(
  actor: MemberActor,
  input: LeaveReminder,
  shownZone?: string,
): Promise<{ twice: boolean }> {
  refuseViewer(actor);
  if (shownZone !== undefined && !isTimeZone(shownZone))
    throw refusal('timeZone', 'is not a time zone that this server knows');
  const { at, twice } = momentOfLocal(input.at, shownZone ?? (await selectStanding(actor)).time_zone);
  await storeOnce(actor, {
    body: input.body.replace(/\r\n/g, '\n'),
    title: input.title,
    time: { at },
    env: null,
    requestId: null,
    left: { key_id: null, agent_name: '', session_id: null, machine_id: null },
  });
  return { twice };
}

/** Cancels one's own reminder. Throws AppError `not_found`, or `changed` when its dispatch began before. */
export async function cancelOwnReminder(actor: MemberActor, id: string): Promise<void> {
  refuseViewer(actor);
  const { status } = await cancelReminder(actor, id, 'cancelled_by_person');
  if (status !== 'cancelled') throw new AppError('changed', `Its dispatch began before: it is ${status}.`);
}

/**
 * Why a local time of the zone that the form was shown with was refused, in words for that form; undefined when nothing is wrong with it.
 */
export async function whyNotAt(actor: MemberActor, local: string, shownZone?: string): Promise<string | undefined> {
  const { now, time_zone: ownZone } = await selectStanding(actor);
  try {
    const aheadMs = momentOfLocal(local, shownZone ?? ownZone).at.getTime() - now.getTime();
    if (aheadMs <= 0) return 'That time has passed.';
    return aheadMs > longestMs ? 'That is more than 30 days away.' : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [issue] = error.issues ?? [];
    return issue?.field === 'at' ? `That cannot be used: ${issue.message}.` : error.message;
  }
}

function refuseViewer(actor: MemberActor): void {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers change nothing.');
}
