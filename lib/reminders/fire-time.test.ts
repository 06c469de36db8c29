import { expect, test } from 'vitest';
import { fireTimeOf } from '@/lib/reminders/fire-time';

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00:00.250+01:00', '2026-12-01T08:00:00.250Z'],
  ['2026-12-01T09:00+05:30', '2026-12-01T03:30:00.000Z'],
  ['2026-12-01T09:00:00-18:00', '2026-12-02T03:00:00.000Z'],
  ['2028-02-29T23:59:59+14:00', '2028-02-29T09:59:59.000Z'],
])('%s is the instant that its offset says', (at, instant) => {
  expect(fireTimeOf({ at }).at?.toISOString()).toBe(instant);
});

test.each([
  ['2026-12-01T09:00:00', 'has no offset'],
  ['2026-12-01T09:00', 'has no offset'],
  ['2026-12-01T09:00:00+01:00[Europe/Berlin]', 'time zone in brackets'],
  ['2026-12-01T09:00:00[Europe/Berlin]', 'time zone in brackets'],
  ['2026-02-29T09:00:00Z', 'does not exist'],
  ['2026-02-30T09:00:00+01:00', 'does not exist'],
  ['2026-13-01T09:00:00Z', 'does not exist'],
  ['2026-12-01T25:00:00Z', 'does not exist'],
  ['2026-12-01T09:60:00Z', '60'],
  ['2026-12-31T23:59:60Z', '60'],
  ['2026-12-01T09:00:00+25:00', 'does not exist'],
  ['2026-12-01', 'must be a date, a time and an offset'],
  ['2026-12-01 09:00:00Z', 'must be a date, a time and an offset'],
  ['tomorrow at nine', 'must be a date, a time and an offset'],
  ['1795000000', 'must be a date, a time and an offset'],
])('%s is refused, and the refusal names the field and says why', (at, why) => {
  expect(() => fireTimeOf({ at })).toThrow(/^at: /);
  expect(() => fireTimeOf({ at })).toThrow(why);
});

test('what has no offset is answered with an example that has one', () => {
  expect(() => fireTimeOf({ at: '2026-12-01T09:00' })).toThrow('2027-01-15T09:00:00+01:00');
});

test('the time is given in one way: both and neither are refused by name', () => {
  expect(() => fireTimeOf({ at: '2026-12-01T09:00Z', inMinutes: 5 })).toThrow('at: give either at or inMinutes');
  expect(() => fireTimeOf({})).toThrow('inMinutes: is missing, and so is at');
  expect(fireTimeOf({ inMinutes: 1.5 })).toEqual({ inMinutes: 1.5 });
});
