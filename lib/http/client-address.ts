import { env } from '@/lib/env';

/** The caller's address as the operator's proxy tells it; undefined without one (Next hides the socket, and a caller's own header proves nothing). */
export function clientAddress(request: Request): string | undefined {
  if (!env().trustedProxy) return undefined;
  // The last entry is the one that the operator's own proxy wrote; those before it came from the caller.
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || undefined;
}
