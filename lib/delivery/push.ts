import webpush from 'web-push';
import { type PushPayload, withoutText } from '@/lib/delivery/payload';
import { vapidDetails } from '@/lib/delivery/vapid';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { guardedRequest } from '@/lib/outbound/guarded-request';

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  urgency: 'high' | 'normal';
  /** How long the push service keeps it, in seconds. */
  ttlSeconds: number;
  topic: string;
}

/** What a push service said, as what to do about it (spec 3.2). */
export type PushOutcome =
  /** `overtaken`: the question was settled while its push was on the way, so what replaces it may have come first. */
  | { kind: 'accepted'; overtaken?: boolean }
  | { kind: 'gone'; reason: string }
  | { kind: 'retry'; reason: string; retryAfterMs: number | undefined }
  | { kind: 'refused'; reason: string }
  | { kind: 'configuration'; reason: string };

const timeoutMs = 15_000;
/** Per push service, so that one that hangs does not hold up the others. */
const maxConcurrentPerHost = 32;
/** Longer than this in line, and the push is tried again later: its lease must outlive the try. */
const longestInLineMs = 10_000;

/** Encrypts one payload for one device and hands it to its push service. Never throws for what a push service does. */
export async function sendPush(
  subscription: Subscription,
  payload: PushPayload,
  options: PushOptions,
): Promise<PushOutcome> {
  const host = URL.canParse(subscription.endpoint) ? new URL(subscription.endpoint).host : '';
  const leave = await takeSlot(host);
  if (!leave) return { kind: 'retry', reason: 'too many pushes are under way', retryAfterMs: undefined };
  try {
    const outcome = await attempt(subscription, payload, options);
    return outcome === 'too large'
      ? ((await attempt(subscription, withoutText(payload), options)) as PushOutcome)
      : outcome;
  } finally {
    leave();
  }
}

async function attempt(
  { endpoint, p256dh, auth }: Subscription,
  payload: PushPayload,
  options: PushOptions,
): Promise<PushOutcome | 'too large'> {
  // Outside: a database that is down says nothing about the subscription. The push stays planned and its lease brings it back.
  const vapid = await vapidDetails();
  let details: webpush.RequestDetails;
  try {
    details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: vapid,
      TTL: options.ttlSeconds,
      urgency: options.urgency,
      topic: options.topic,
      contentEncoding: 'aes128gcm',
    });
  } catch (error) {
    return {
      kind: 'refused',
      reason: `the subscription cannot be used: ${error instanceof Error ? error.message : 'unknown'}`,
    };
  }
  try {
    const response = await guardedRequest(endpoint, {
      method: 'POST',
      headers: details.headers as Record<string, string | number>,
      body: details.body as Buffer,
      timeoutMs,
      allowedHosts: env().pushAllowedHosts,
      maxResponseBytes: 4096,
    });
    return outcomeOf(response.status, response.headers['retry-after'], response.body, payload);
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', reason: error.message };
    return { kind: 'retry', reason: networkWords(error), retryAfterMs: undefined };
  }
}

/** Why a push service could not be reached, in words that a person may read; its address is of no use to them. */
function networkWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  if (code === '' && error instanceof Error) return error.message;
  return `its push service cannot be reached${code}`;
}

function outcomeOf(
  status: number,
  retryAfter: string | undefined,
  body: string,
  payload: PushPayload,
): PushOutcome | 'too large' {
  const words = body.trim().slice(0, 200);
  const reason = words ? `${status}: ${words}` : `${status}`;
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone', reason };
  if (status === 413) return payload.body === 'Open Nod to read it.' ? { kind: 'refused', reason } : 'too large';
  if (status === 429 || status >= 500) return { kind: 'retry', reason, retryAfterMs: retryAfterMs(retryAfter) };
  if (status === 401 || status === 403) return { kind: 'configuration', reason };
  return { kind: 'refused', reason };
}

/** Retry-After as seconds or as a date; within an hour, so that a push service cannot park a question for a week. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 3_600_000) : undefined;
}

interface Host {
  running: number;
  line: ((granted: boolean) => void)[];
}
const hosts = new Map<string, Host>();

/** Waits for a place among the pushes to one host; gives how to leave it, or undefined when it took too long. */
async function takeSlot(name: string): Promise<(() => void) | undefined> {
  const host = hosts.get(name) ?? { running: 0, line: [] };
  hosts.set(name, host);
  const leave = () => {
    const next = host.line.shift();
    if (next) next(true);
    else if (--host.running === 0) hosts.delete(name);
  };
  if (host.running < maxConcurrentPerHost) {
    host.running++;
    return leave;
  }
  const granted = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => {
      host.line.splice(host.line.indexOf(answer), 1);
      resolve(false);
    }, longestInLineMs);
    const answer = (given: boolean) => {
      clearTimeout(timer);
      resolve(given);
    };
    host.line.push(answer);
  });
  return granted ? leave : undefined;
}
