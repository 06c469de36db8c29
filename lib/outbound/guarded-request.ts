import { lookup as resolve } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AppError } from '@/lib/errors';

export interface GuardedRequest {
  method: 'POST';
  headers: Record<string, string | number>;
  body: Buffer;
  timeoutMs: number;
  /** Hosts (`name` or `name:port`) that may be private: an operator's setting. */
  allowedHosts: string[];
  /** Whether every host may be private: an operator's setting. */
  allowPrivate?: boolean;
  /** Whether plain http is accepted. */
  allowHttp?: boolean;
  /** Most bytes read of the response; the rest is thrown away. */
  maxResponseBytes?: number;
  /** Most time for the response's body once its head has come; the whole `timeoutMs` unless said. */
  bodyTimeoutMs?: number;
}

export interface GuardedResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** What came of it within its time and size. */
  body: string;
}

/** Most 1xx answers before the real one: two are usual. */
const mostInterim = 10;

/** Whether an address is one that the public internet can reach: everything private, local, reserved or mapped to such is not. */
export function isPublicAddress(address: string): boolean {
  // In hexadecimal, as the library takes ::192.0.2.1 for ::ffff:192.0.2.1; an address of one network card (`%eth0`) has no such form.
  const host = isIP(address) === 6 ? `[${address}]` : address;
  if (!isIP(address) || !URL.canParse(`http://${host}`)) return false;
  // process() unwraps ::ffff:10.0.0.1 and its kin, so that a private address cannot hide in IPv6.
  const parsed = ipaddr.process(new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, ''));
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6, only 2000::/3 is given out; the rest holds other ways to write IPv4, such as ::127.0.0.1.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]);
}

/** Resolves a name for the one connection that follows; the address checked is the address connected to, so DNS cannot change in between. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (refused || !first)
      return callback(new AppError('invalid_request', `${hostname} has a private address: refused`), '', 0);
    if (options.all) return (callback as unknown as (error: null, all: typeof addresses) => void)(null, addresses);
    callback(null, first.address, first.family);
  });
};

const agents = {
  guarded: {
    https: new https.Agent({ keepAlive: true, maxSockets: 64, lookup: publicOnly }),
    http: new http.Agent({ lookup: publicOnly }),
  },
  allowed: { https: new https.Agent({ keepAlive: true, maxSockets: 64 }), http: new http.Agent() },
};

/** Checks an address that somebody else supplied; throws AppError `invalid_request` naming what is wrong. Names are checked again when resolved. */
export function checkOutboundUrl(
  address: string,
  allowedHosts: string[],
  allowHttp = false,
  allowPrivate = false,
): URL {
  const refuse = (message: string): never => {
    throw new AppError('invalid_request', message);
  };
  if (!URL.canParse(address)) return refuse('The address cannot be read.');
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) refuse('Only https addresses are called.');
  if (url.username || url.password) refuse('An address with a user name is not called.');
  if (allowPrivate || allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname)) return url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) refuse('Private addresses are not called.');
  if (/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host) || !host.includes('.')) {
    if (!isIP(host)) refuse('Private addresses are not called.');
  }
  return url;
}

/**
 * What is asked of the host, as the address has it. A URL object would write some of it otherwise: it resolves `/a/../b` and makes `%27` of
 * an apostrophe in the query. Only where HTTP cannot carry it (spaces, other scripts) its form is taken; a fragment is never sent.
 */
export function requestTarget(address: string, url: URL): string {
  const [, target] = /^https?:\/\/[^/?#\\]+([^#]*)/i.exec(address) ?? [];
  const path = target === '' || target?.startsWith('?') ? `/${target}` : target;
  return path !== undefined && /^\/[\x21-\x7e]*$/.test(path) ? path : url.pathname + url.search;
}

/**
 * The one way out (spec 7.2): resolves once and connects to that address, refuses private ranges, follows no redirect, ends after
 * `timeoutMs` in all. Once the status line is there, it gives what is known: a body that ends badly, too late or never takes nothing from
 * it. Throws AppError `invalid_request` for an address that is refused, and the network's error otherwise.
 */
export function guardedRequest(address: string, request: GuardedRequest): Promise<GuardedResponse> {
  const { timeoutMs, allowedHosts, allowHttp, allowPrivate } = request;
  return new Promise((settle, fail) => {
    const url = checkOutboundUrl(address, allowedHosts, allowHttp, allowPrivate);
    const isAllowed = allowPrivate || allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname);
    const { https: secureAgent, http: plainAgent } = isAllowed ? agents.allowed : agents.guarded;
    const isSecure = url.protocol === 'https:';
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = (isSecure ? https : http).request(url, {
      method: request.method,
      path: requestTarget(address, url),
      agent: isSecure ? secureAgent : plainAgent,
      headers: { ...request.headers, 'content-length': request.body.length },
      signal,
    });
    let isAnswered = false;
    let interim = 0;
    // Each is read at once: a flood of them would hold up everything else in this process.
    outgoing.on('information', () => {
      if (++interim > mostInterim) outgoing.destroy(new Error('too many interim answers'));
    });
    outgoing.on('response', (response) => {
      isAnswered = true;
      readResponse(response, request).then(settle, fail);
    });
    const failUnanswered = (error: Error) => {
      if (!isAnswered) fail(error);
    };
    outgoing.on('error', (error) =>
      failUnanswered(signal.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`, { cause: error }) : error),
    );
    // Also what is no response ends a request: a switch of protocols closes it without a word.
    outgoing.on('close', () => failUnanswered(new Error('the connection was closed without an answer')));
    outgoing.end(request.body);
  });
}

/** The response with as much of its body as comes within its time and size. Never rejects. */
function readResponse(
  response: http.IncomingMessage,
  { maxResponseBytes = 65_536, bodyTimeoutMs }: GuardedRequest,
): Promise<GuardedResponse> {
  return new Promise((settle) => {
    const parts: Buffer[] = [];
    let size = 0;
    const timer = bodyTimeoutMs === undefined ? undefined : setTimeout(() => response.destroy(), bodyTimeoutMs);
    response.on('data', (part: Buffer) => {
      if (size < maxResponseBytes) parts.push(part.subarray(0, maxResponseBytes - size));
      size += part.length;
      if (size > maxResponseBytes) response.destroy();
    });
    // What came before it broke is what there is; `close` follows.
    response.on('error', () => {});
    response.on('close', () => {
      clearTimeout(timer);
      const body = Buffer.concat(parts).toString('utf8');
      settle({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
  });
}
