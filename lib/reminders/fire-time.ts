import { Temporal } from 'temporal-polyfill';
import { refusal } from '@/lib/errors';

/** When a reminder comes: a distance that the database adds to its clock, or a moment. */
export type FireTime = { inMinutes: number; at?: undefined } | { at: Date; inMinutes?: undefined };

const example = '2027-01-15T09:00:00+01:00, or with Z for UTC';
const dateAndTime = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?`;
const withoutOffset = new RegExp(`^${dateAndTime}$`, 'i');
const withOffset = new RegExp(String.raw`^${dateAndTime}(?:Z|[+-]\d\d:\d\d)$`, 'i');

/** The one way in which the time was given; throws AppError `invalid_request` that names the field and what is wrong with it. */
export function fireTimeOf({ inMinutes, at }: { inMinutes?: number; at?: string }): FireTime {
  if (inMinutes !== undefined && at !== undefined) throw refusal('at', 'give either at or inMinutes, not both');
  if (inMinutes !== undefined) return { inMinutes };
  if (at === undefined) throw refusal('inMinutes', 'is missing, and so is at: give one of them to say when');
  return { at: momentOf(at) };
}

/** The instant that a text with a written offset names. Nothing is guessed: an offset left out, or a day that is not in the calendar, is refused. */
function momentOf(text: string): Date {
  if (text.includes('[')) throw refusal('at', `must not name a time zone in brackets: write the offset, as ${example}`);
  if (withoutOffset.test(text)) {
    throw refusal('at', `has no offset, so it would be another moment in each time zone: write it out, as ${example}`);
  }
  if (!withOffset.test(text)) throw refusal('at', `must be a date, a time and an offset in ISO 8601, as ${example}`);
  if (/:60/.test(text)) throw refusal('at', 'has 60 where there are only 59');
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refusal('at', 'names a day, a time or an offset that does not exist');
  }
}
