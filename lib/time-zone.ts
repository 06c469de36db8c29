/** Whether this runtime knows a time zone by this name. Offsets such as +02:00 are none: they know no summer. */
export function isTimeZone(name: string): boolean {
  if (name === '' || /^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Every zone that this runtime knows, for choosing from. */
export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
