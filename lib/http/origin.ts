import { isIP } from 'node:net';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';

/** Whether a Host header names this server: the configured address, this machine, or a bare IP address. Other names could be rebound by DNS. */
export function isAllowedHost(host: string | null): boolean {
  if (env().trustedProxy) return true;
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const bare = hostname.replace(/^\[|\]$/g, '');
  return hostname === new URL(env().url).hostname || hostname === 'localhost' || isIP(bare) !== 0;
}

/** Whether a request comes from one of our own pages or from no page at all. Browsers send Origin with every post. */
export function isAllowedOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  if (origin === new URL(env().url).origin) return true;
  // A page that came by DNS rebinding has the same foreign name in both headers.
  const host = request.headers.get('host');
  return new URL(origin).host === host && isAllowedHost(host);
}

/** Stricter, for writes that a cookie authenticates: the browser must say that the page is ours. */
export function isSameOriginPost(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== 'null') return isAllowedOrigin(request);
  return request.headers.get('sec-fetch-site') === 'same-origin';
}

/** Throws AppError `forbidden` for a form that did not come from a page of ours. */
export function refuseForeignForm(request: Request): void {
  if (!isSameOriginPost(request)) throw new AppError('forbidden', 'This form did not come from a page of Nod.');
}
