import { expect, test } from 'vitest';
import { heldBackUntil } from '@/lib/delivery/quiet-hours';
import { isTimeZone } from '@/lib/time-zone';

const nightly = { from: 22 * 60, to: 7 * 60 };

test.each([
  ['a summer night', 'Europe/Berlin', '2026-07-10T21:00:00Z', '2026-07-11T05:00:00.000Z'],
  ['a winter night', 'Europe/Berlin', '2026-12-10T22:00:00Z', '2026-12-11T06:00:00.000Z'],
  ['the night that loses an hour', 'Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['after the lost hour', 'Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29T05:00:00.000Z'],
  ['the night that has an hour twice', 'Europe/Berlin', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['within the second of both hours', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T06:00:00.000Z'],
  ['west of Greenwich', 'America/New_York', '2026-12-01T04:00:00Z', '2026-12-01T12:00:00.000Z'],
  ['half an hour off', 'Asia/Kolkata', '2026-12-01T18:00:00Z', '2026-12-02T01:30:00.000Z'],
  ['half an hour of daylight saving', 'Australia/Lord_Howe', '2026-10-03T14:00:00Z', '2026-10-03T20:00:00.000Z'],
])('quiet hours end by the clock on the wall: %s', (_name, timeZone, now, until) => {
  expect(heldBackUntil(new Date(now), { timeZone, snoozedUntil: null, quiet: nightly })).toEqual({
    reason: 'quiet_hours',
    until: new Date(until),
  });
});

test('an end within the hour that a day does not have comes at the first moment after it', () => {
  // 02:30 does not exist on that day: the clock goes from 02:00 to 03:00.
  const rest = { timeZone: 'Europe/Berlin', snoozedUntil: null, quiet: { from: 60, to: 150 } };
  const held = heldBackUntil(new Date('2026-03-29T00:30:00Z'), rest);
  expect(held?.until.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(held && heldBackUntil(held.until, rest)).toBeUndefined();
});

test('an end within the hour that comes twice is never in the past', () => {
  const rest = { timeZone: 'Europe/Berlin', snoozedUntil: null, quiet: { from: 60, to: 150 } };
  for (let minute = 0; minute < 240; minute++) {
    const now = new Date(Date.UTC(2026, 9, 24, 22, minute + 90));
    const held = heldBackUntil(now, rest);
    if (held) expect(held.until.getTime()).toBeGreaterThan(now.getTime());
  }
});

test('whoever never sleeps long enough is still rung in the end: rest without an end is impossible', () => {
  const rest = { timeZone: 'UTC', snoozedUntil: null, quiet: { from: 1, to: 0 } };
  expect(heldBackUntil(new Date('2026-11-30T12:00:00Z'), rest)?.until.toISOString()).toBe('2026-12-01T00:00:00.000Z');
});

test('a time zone is known by its name, not by an offset or a word', () => {
  expect(['Europe/Berlin', 'UTC', 'Asia/Kolkata'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['Mars/Olympus', '', '+02:00', 'Berlin', "'; DROP TABLE"].map(isTimeZone)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
