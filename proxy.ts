import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { errorResponse } from '@/lib/http/errors';
import { isAllowedHost } from '@/lib/http/origin';
import { countCall } from '@/lib/http/rate-limit';
import { newId } from '@/lib/ids';

/** Only scripts with the nonce of their response run; nothing is loaded from elsewhere. */
function contentSecurityPolicy(nonce: string, pathname: string): string {
  const isDevelopment = !env().isProduction;
  return [
    `default-src 'none'`,
    // The offline page is a file: the worker keeps it with its headers, so it cannot have a nonce.
    pathname === '/offline.html'
      ? `script-src 'self'`
      : `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

const sentence = (status: number, message: string): NextResponse =>
  new NextResponse(`${message}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** What lib/http would say, had Next not failed before it. */
function unreadableCall(): Response {
  const { headers } = countCall('strangers', { limit: 6000, windowMs: 60_000 });
  return errorResponse(new AppError('invalid_request', 'This address cannot be read.'), newId(), headers);
}

/** Every page: is the Host ours (DNS rebinding), and the headers that keep a page to itself. */
export function proxy(request: NextRequest): Response {
  if (request.nextUrl.pathname.startsWith('/api/'))
    return isReadable(request.nextUrl.pathname) ? NextResponse.next() : unreadableCall();
  if (!isAllowedHost(request.headers.get('host')) && !/^\/(healthz|readyz)$/.test(request.nextUrl.pathname)) {
    return sentence(
      421,
      `This is Nod, but not under this name. Open ${env().url}, or set NOD_URL to the address you use and restart.`,
    );
  }
  // Next would fail on it with a 500.
  if (!isReadable(request.nextUrl.pathname)) return sentence(400, 'This address cannot be read.');
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce, request.nextUrl.pathname);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  response.headers.set('cross-origin-opener-policy', 'same-origin');
  if (env().url.startsWith('https:')) response.headers.set('strict-transport-security', 'max-age=31536000');
  return response;
}

export const config = {
  // Routes under /api check for themselves (lib/http): Next reads a whole body before a proxy runs. Static files carry no page.
  matcher: ['/((?!_next/static|_next/image|icons/|nod.svg|sw.js|api/).*)', '/(api/.*%.*)'],
};
