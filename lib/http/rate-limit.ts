import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';

interface Window {
  startedAt: number;
  used: number;
}

export interface RateLimit {
  /** Calls allowed within one window. */
  limit: number;
  windowMs: number;
}

const shared = globalThis as typeof globalThis & { nodRates?: Map<string, Window> };
const windows = () => {
  shared.nodRates ??= new Map();
  return shared.nodRates;
};
const forgetAbove = 50_000;

export interface RateState {
  headers: Record<string, string>;
  /** Seconds until a call is possible again; undefined while calls are allowed. */
  retryAfterSeconds: number | undefined;
}

/** Counts one call of `who` in this process and says where the limit stands (request rates are per process; business limits are in the database). */
export function countCall(who: string, { limit, windowMs }: RateLimit, now = Date.now()): RateState {
  const known = windows();
  if (known.size > forgetAbove)
    for (const [key, { startedAt }] of known) if (now - startedAt > windowMs) known.delete(key);
  let window = known.get(who);
  if (!window || now - window.startedAt >= windowMs) {
    window = { startedAt: now, used: 0 };
    known.set(who, window);
  }
  window.used++;
  const resetAt = window.startedAt + windowMs;
  return {
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - window.used)),
      'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
    },
    retryAfterSeconds: window.used > limit ? Math.max(1, Math.ceil((resetAt - now) / 1000)) : undefined,
  };
}

/** Throws AppError `rate_limited` when `who` is over the limit. */
export function enforceRate(who: string, limit: RateLimit): RateState {
  const state = countCall(who, limit);
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
