import { Temporal } from 'temporal-polyfill';

/**
 * Whether this runtime can reckon in a time zone of this name. Asks Temporal, which does the reckoning: the Intl of some runtimes knows
 * names that Temporal refuses (JST). Offsets such as +02:00 are no zones: they know no summer.
 */
export function isTimeZone(name: string): boolean {
  if (name === '' || /^[+-]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** A stored zone, or UTC when this runtime no longer knows it: a renamed zone must not stop a question. */
export const zoneOrUtc = (name: string): string => (isTimeZone(name) ? name : 'UTC');

/** Every zone that this runtime knows, for choosing from. */
export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC' && isTimeZone(zone)),
];
