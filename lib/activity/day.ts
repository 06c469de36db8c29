import { Temporal } from 'temporal-polyfill';

/** When a day begins and when the next one does, in a time zone: 23, 24 or 25 hours apart. An unknown zone counts as UTC. */
export function dayBounds(day: string, timeZone: string): { from: Date; to: Date } {
  const date = Temporal.PlainDate.from(day);
  const startOf = (one: Temporal.PlainDate, zone: string) => new Date(one.toZonedDateTime(zone).epochMilliseconds);
  const boundsIn = (zone: string) => ({ from: startOf(date, zone), to: startOf(date.add({ days: 1 }), zone) });
  try {
    return boundsIn(timeZone);
  } catch (error) {
    if (error instanceof RangeError) return boundsIn('UTC');
    throw error;
  }
}
