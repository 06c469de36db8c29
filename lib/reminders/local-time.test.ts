import { expect, test } from 'vitest';
import { calendarWords, localFieldOf, momentInWords, momentOfLocal } from '@/lib/reminders/local-time';

test.each([
  ['UTC', '2027-03-28T02:30', '2027-03-28T02:30:00.000Z', false],
  ['Asia/Kolkata', '2027-03-28T02:30', '2027-03-27T21:00:00.000Z', false],
  // Winter, summer, the minute before a gap and the first after it.
  ['Europe/Berlin', '2027-01-15T09:00', '2027-01-15T08:00:00.000Z', false],
  ['Europe/Berlin', '2027-07-15T09:00', '2027-07-15T07:00:00.000Z', false],
  ['Europe/Berlin', '2027-03-28T01:59', '2027-03-28T00:59:00.000Z', false],
  ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00.000Z', false],
  ['America/New_York', '2027-03-14T03:00', '2027-03-14T07:00:00.000Z', false],
  ['Australia/Lord_Howe', '2027-10-03T02:30', '2027-10-02T15:30:00.000Z', false],
  // Twice: the earlier one, which is still summer time.
  ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z', true],
  ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z', true],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00.000Z', true],
  // Right before and right after what comes twice.
  ['Europe/Berlin', '2027-10-31T01:59', '2027-10-30T23:59:00.000Z', false],
  ['Europe/Berlin', '2027-10-31T03:00', '2027-10-31T02:00:00.000Z', false],
  ['Australia/Lord_Howe', '2027-04-04T02:00', '2027-04-03T15:30:00.000Z', false],
])('in %s, %s is %s (twice: %s)', (timeZone, local, instant, twice) => {
  const moment = momentOfLocal(local, timeZone);
  expect({ at: moment.at.toISOString(), twice: moment.twice }).toEqual({ at: instant, twice });
});

test.each([
  ['Europe/Berlin', '2027-03-28T02:30', '02:00 to 03:00'],
  ['Europe/Berlin', '2027-03-28T02:00', '02:00 to 03:00'],
  ['Europe/Berlin', '2027-03-28T02:59', '02:00 to 03:00'],
  ['America/New_York', '2027-03-14T02:30', '02:00 to 03:00'],
  ['Australia/Lord_Howe', '2027-10-03T02:15', '02:00 to 02:30'],
])('in %s, %s does not exist: the refusal names the zone and the gap', (timeZone, local, gap) => {
  const clock = local.slice(11);
  expect(() => momentOfLocal(local, timeZone)).toThrow(
    `at: ${clock} does not exist on ${local.slice(0, 10)} in ${timeZone}: the clocks go from ${gap}`,
  );
});

test('an unknown zone is refused by its name', () => {
  expect(() => momentOfLocal('2027-01-15T09:00', 'Mars/Olympus')).toThrow('"Mars/Olympus" is not a time zone');
  expect(() => momentOfLocal('2027-01-15T09:00', '')).toThrow('is not a time zone');
});

test.each(['', 'tomorrow', '2027-02-29T09:00', '2027-01-15', '2027-01-15T24:00', '2027-01-15T09:00Z'])(
  '"%s" is no local time',
  (local) => {
    expect(() => momentOfLocal(local, 'UTC')).toThrow(/^at: /);
  },
);

test('a moment is said in UTC, and in the person’s zone when that is another one', () => {
  const at = new Date('2027-03-28T01:00:00Z');
  expect(momentInWords(at, 'UTC')).toBe('2027-03-28 01:00 UTC');
  expect(momentInWords(at, 'Europe/Berlin')).toBe('2027-03-28 01:00 UTC (2027-03-28 03:00 in Europe/Berlin)');
  expect(momentInWords(at, 'Mars/Olympus')).toBe('2027-03-28 01:00 UTC');
  expect(calendarWords(at, 'America/New_York')).toBe('Sat 27 Mar, 21:00');
  expect(localFieldOf(at, 'Asia/Kolkata')).toBe('2027-03-28T06:30');
});
