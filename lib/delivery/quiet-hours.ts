import { Temporal } from 'temporal-polyfill';
import { zoneOrUtc } from '@/lib/time-zone';

/** When somebody does not want to be rung: for a while, or every day between two times of their own clock. */
export interface Rest {
  timeZone: string;
  snoozedUntil: Date | null;
  /** Minutes after midnight; `to` before `from` means over midnight. */
  quiet: { from: number; to: number } | null;
}

export interface HeldBack {
  reason: 'snoozed' | 'quiet_hours';
  /** The end of the whole rest: a snooze that ends within quiet hours rings nobody. */
  until: Date;
}

/** Whether somebody rests at this moment, why, and until when; undefined when they may be rung. */
export function heldBackUntil(now: Date, rest: Rest): HeldBack | undefined {
  let until = now;
  let reason: HeldBack['reason'] | undefined;
  // Snooze and quiet hours can follow each other; more than a few rounds would mean that they never end.
  for (let round = 0; round < 4; round++) {
    const snoozed = rest.snoozedUntil && rest.snoozedUntil > until ? rest.snoozedUntil : undefined;
    const next = snoozed ?? endOfQuiet(until, rest);
    if (!next) break;
    reason ??= snoozed ? 'snoozed' : 'quiet_hours';
    until = next;
  }
  return reason && { reason, until };
}

/** When the quiet hours end that hold at this moment; undefined outside them. Days of 23 and 25 hours end at the same time of the clock. */
function endOfQuiet(at: Date, { quiet, timeZone: stored }: Rest): Date | undefined {
  if (!quiet) return undefined;
  const timeZone = zoneOrUtc(stored);
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const minute = local.hour * 60 + local.minute;
  const overMidnight = quiet.to <= quiet.from;
  const isQuiet = overMidnight ? minute >= quiet.from || minute < quiet.to : minute >= quiet.from && minute < quiet.to;
  if (!isQuiet) return undefined;
  const day = local.toPlainDate().add({ days: overMidnight && minute >= quiet.from ? 1 : 0 });
  const end = day.toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from({ hour: Math.floor(quiet.to / 60), minute: quiet.to % 60 }),
  });
  // An hour that comes twice: when the first of both has passed, the second ends the quiet.
  return end.epochMilliseconds > at.getTime() ? new Date(end.epochMilliseconds) : new Date(at.getTime() + 60_000);
}
