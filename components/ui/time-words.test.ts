import { describe, expect, it } from 'vitest';
import { agoWords, clockWords, dayWords, lengthWords, untilWords, utcWords } from '@/components/ui/time-words';

const now = new Date('2025-11-30T14:02:47Z');
const earlier = (lengthMs: number) => new Date(now.getTime() - lengthMs);

describe('times in words', () => {
  it('use one unit and never round up', () => {
    const lengths: [number, string][] = [
      [0, '0 s'],
      [59_999, '59 s'],
      [60_000, '1 min'],
      [3_599_999, '59 min'],
      [86_399_999, '23 h'],
      [86_400_000, '1 day'],
    ];
    for (const [lengthMs, words] of lengths) expect(lengthWords(lengthMs)).toBe(words);
  });

  it('say nothing negative when the two clocks differ', () => {
    expect(agoWords(earlier(-4000), now)).toBe('0 s ago');
    expect(untilWords(earlier(4000), now)).toBe('now');
  });

  it('are exact UTC on the server', () => {
    expect(utcWords(now)).toBe('14:02:47 UTC');
  });

  it('name the day of the viewer’s calendar, not the last 24 hours', () => {
    const noon = new Date(2025, 10, 30, 12);
    expect(dayWords(new Date(2025, 10, 30, 0, 1), noon)).toBe('Today');
    expect(dayWords(new Date(2025, 10, 29, 23, 59), noon)).toBe('Yesterday');
    expect(dayWords(new Date(2025, 10, 28, 23, 59), noon)).toBe('Friday 28 November');
    expect(dayWords(new Date(2024, 10, 28), noon)).toBe('Thursday 28 November 2024');
  });

  it('name the day of a clock’s time unless it is today', () => {
    const evening = new Date(2025, 10, 30, 20);
    expect(clockWords(new Date(2025, 10, 30, 23, 59), evening, false)).toBe('23:59');
    expect(clockWords(new Date(2025, 11, 1, 0, 1), evening, false)).toBe('tomorrow, 00:01');
    expect(clockWords(new Date(2025, 11, 2, 0, 1), evening, false)).toBe('2 Dec, 00:01');
    expect(clockWords(new Date(2025, 10, 29, 20), evening, false)).toBe('29 Nov, 20:00');
  });

  it('name the day in UTC on the server, whatever its zone', () => {
    expect(dayWords(new Date('2025-11-30T23:59:59Z'), null)).toBe('Sunday 30 November');
  });
});
