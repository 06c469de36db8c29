import type { PushMessage } from './push-service';

/**
 * Keeps a message for a browser that is not connected, as RFC 8030 says: one with TTL 0 is dropped, and one with a
 * topic replaces its predecessor.
 */
export function keepUndelivered<Kept extends PushMessage>(kept: readonly Kept[], message: Kept): Kept[] {
  if (message.ttlSeconds === 0) return [...kept];
  return [...kept.filter(({ topic }) => !topic || topic !== message.topic), message];
}
