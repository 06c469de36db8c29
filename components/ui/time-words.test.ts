import { describe, expect, it } from 'vitest';
import { agoWords, lengthWords, untilWords, utcWords } from '@/components/ui/time-words';

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
});
