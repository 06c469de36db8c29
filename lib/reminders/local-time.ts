import { Temporal } from 'temporal-polyfill';
import { refusal } from '@/lib/errors';

const localForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

/** A local time as an instant; `twice` when the clocks go back over it, and the earlier of the two is meant. */
export interface LocalMoment {
  at: Date;
  twice: boolean;
}

/**
 * What a date-time field means in a time zone. Throws AppError `invalid_request`, naming the zone when it is unknown, and the gap when the
 * clocks jump over that time.
 */
export function momentOfLocal(text: string, timeZone: string): LocalMoment {
  if (!localForm.test(text)) throw refusal('at', 'must be a date and a time, as 2027-01-15T09:00');
  const local = plainOf(text);
  const earlier = inZone(local, timeZone, 'earlier');
  const later = inZone(local, timeZone, 'later');
  if (!earlier.toPlainDateTime().equals(local)) throw refusal('at', gapWords(local, earlier));
  return {
    at: new Date(earlier.epochMilliseconds),
    twice: earlier.epochMilliseconds !== later.epochMilliseconds,
  };
}

function plainOf(text: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refusal('at', 'names a day or a time that does not exist');
  }
}

function inZone(
  local: Temporal.PlainDateTime,
  timeZone: string,
  disambiguation: 'earlier' | 'later',
): Temporal.ZonedDateTime {
  try {
    return local.toZonedDateTime(timeZone, { disambiguation });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refusal('timeZone', `"${timeZone.slice(0, 60)}" is not a time zone that Nod knows`);
  }
}

/** In a gap, the earlier reading lies before it, by as much as the clocks jump. */
function gapWords(local: Temporal.PlainDateTime, earlier: Temporal.ZonedDateTime): string {
  const jump = earlier.toPlainDateTime().until(local);
  const end = earlier.getTimeZoneTransition('next')?.toPlainDateTime() ?? local;
  const clock = (at: Temporal.PlainDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${clock(local)} does not exist on ${local.toPlainDate()} in ${earlier.timeZoneId}: the clocks go from ${clock(end.subtract(jump))} to ${clock(end)}`;
}

/** A moment as a date-time field of this zone holds it, to the minute; in UTC when the zone is unknown. */
export function localFieldOf(at: Date, timeZone: string): string {
  return zoned(at, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** A moment in words: `2026-11-30 18:45 UTC`, and what the clock shows in the person's zone when that is another one. */
export function momentInWords(at: Date, timeZone: string): string {
  const words = (zone: string) => localFieldOf(at, zone).replace('T', ' ');
  const utc = `${words('UTC')} UTC`;
  const { timeZoneId } = zoned(at, timeZone);
  return timeZoneId === 'UTC' ? utc : `${utc} (${words(timeZone)} in ${timeZoneId})`;
}

/** A moment as a person reads it in their zone: `Mon 30 Nov, 19:45`. */
export function calendarWords(at: Date, timeZone: string): string {
  const local = zoned(at, timeZone);
  const part = (which: Intl.DateTimeFormatOptions) => local.toPlainDate().toLocaleString('en-GB', which);
  const day = [part({ weekday: 'short' }), part({ day: 'numeric' }), part({ month: 'short' })].join(' ');
  return `${day}, ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  try {
    return instant.toZonedDateTimeISO(timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return instant.toZonedDateTimeISO('UTC');
  }
}
