import { env } from '@/lib/env';

/** The caller's address for counting: from the proxy's header when the operator runs one, else one name for everybody (Next hides the socket). */
export function clientAddress(request: Request): string {
  if (!env().trustedProxy) return 'direct';
  // The last entry is the one that the operator's own proxy wrote; those before it came from the caller.
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'direct';
}
