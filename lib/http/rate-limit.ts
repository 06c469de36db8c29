import { createHash } from 'node:crypto';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';

interface Window {
  /** When it ends, in milliseconds of performance.now(): a jump of the wall clock neither frees nor freezes anybody. */
  endsAt: number;
  used: number;
}

export interface RateLimit {
  /** Calls allowed within one window. */
  limit: number;
  windowMs: number;
  /** Whoever is counted chose the name that they are counted by. */
  named?: true;
}

const shared = globalThis as typeof globalThis & {
  nodRates?: { known: Map<string, Window>; named: Map<string, Window> };
};
/** What strangers name themselves is counted apart: names that they make up must not push out the windows of sign-in and keys. */
const windows = (isNamed: boolean) => {
  shared.nodRates ??= { known: new Map(), named: new Map() };
  return isNamed ? shared.nodRates.named : shared.nodRates.known;
};
/** Strangers can make entries, so their number is bounded; the one that is oldest goes first. */
const mostEntries = 20_000;

export interface RateState {
  headers: Record<string, string>;
  /** Seconds until a call is possible again; undefined while calls are allowed. */
  retryAfterSeconds: number | undefined;
}

/** Names may be as long as a stranger likes; what is kept is not. */
const keyOf = (who: string): string =>
  who.length <= 80 ? who : `${who.slice(0, 30)} ${createHash('sha256').update(who).digest('base64url')}`;

/** Counts one call of `who` in this process, or several, and says where the limit stands (request rates are per process; business limits are in the database). */
export function countCall(
  who: string,
  { limit, windowMs, named }: RateLimit,
  calls = 1,
  now = performance.now(),
): RateState {
  const known = windows(named === true);
  const key = keyOf(who);
  let window = known.get(key);
  if (!window || now >= window.endsAt) {
    // Deleted first, so that the map stays in the order of age.
    known.delete(key);
    window = { endsAt: now + windowMs, used: 0 };
    known.set(key, window);
    if (known.size > mostEntries) known.delete(known.keys().next().value ?? '');
  }
  window.used += calls;
  const leftMs = window.endsAt - now;
  return {
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - window.used)),
      'x-ratelimit-reset': String(Math.ceil((Date.now() + leftMs) / 1000)),
    },
    retryAfterSeconds: window.used > limit ? Math.max(1, Math.ceil(leftMs / 1000)) : undefined,
  };
}

/** Throws AppError `rate_limited` when `who` is over the limit. */
export function enforceRate(who: string, limit: RateLimit, calls = 1): RateState {
  const state = countCall(who, limit, calls);
  if (state.retryAfterSeconds !== undefined) {
    throw new AppError(
      'rate_limited',
      `Too many calls: ${limit.limit} are allowed in ${limit.windowMs / 1000} seconds.`,
      {
        retryAfterSeconds: state.retryAfterSeconds,
        limitHeaders: state.headers,
      },
    );
  }
  return state;
}

/** How often one API key may call REST or MCP (spec 6.6: 300 a minute unless the operator says otherwise). */
export const keyRate = (): RateLimit => ({ limit: env().keyRatePerMinute, windowMs: 60_000 });

/**
 * How often a key may call the hook API (spec 6.6): a hook reports every step of its agent, and that must never use up what the agent
 * needs to ask. Four times as often, counted apart.
 */
export const hookRate = (): RateLimit => ({ limit: env().keyRatePerMinute * 4, windowMs: 60_000 });
