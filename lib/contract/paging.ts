import { z } from 'zod';
import { text } from '@/lib/contract/text';

/** A number in a query arrives as text. */
export const queryNumber = (min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .refine(Number.isInteger, 'must be a whole number')
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
    .meta({ minimum: min, maximum: max });

/** `limit` and `cursor` of every list (spec 6.1). */
export const paging = {
  limit: queryNumber(1, 500).default(100).describe('How many at most: 1 to 500.'),
  cursor: text({ max: 500, oneLine: true }).optional().describe('The nextCursor of the page before.'),
};

/** Several values in one parameter, joined by commas. */
export const commaJoined = (max: number) =>
  z
    .string()
    .transform((joined) =>
      joined
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(text({ max, oneLine: true })).max(100));

/** A time in a query: ISO 8601 with its offset. */
export const queryTime = () =>
  z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 time with its offset written out', abort: true })
    .refine((time) => time.length <= 40 && Date.parse(time) >= 0 && Date.parse(time) < Date.UTC(10_000, 0), {
      error: 'must be a time between 1970 and 9999',
    });

/** How long a GET waits for an answer: text in a query, clamped to 0..55 seconds as models and people send odd numbers. */
export const queryWaitSeconds = () =>
  z.coerce
    .number('must be a number of seconds')
    .transform((seconds) => Math.min(Math.max(0, seconds), 55))
    .default(0)
    .meta({ minimum: 0, maximum: 55 });
