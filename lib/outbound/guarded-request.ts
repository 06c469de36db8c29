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
  /** Whether plain http is accepted. */
  allowHttp?: boolean;
  /** Most bytes read of the response; the rest is thrown away. */
  maxResponseBytes?: number;
}

export interface GuardedResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Whether an address is one that the public internet can reach: everything private, local, reserved or mapped to such is not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // process() unwraps ::ffff:10.0.0.1 and its kin, so that a private address cannot hide in IPv6.
  return ipaddr.process(address).range() === 'unicast';
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
export function checkOutboundUrl(address: string, allowedHosts: string[], allowHttp = false): URL {
  const refuse = (message: string): never => {
    throw new AppError('invalid_request', message);
  };
  if (!URL.canParse(address)) return refuse('The address cannot be read.');
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) refuse('Only https addresses are called.');
  if (url.username || url.password) refuse('An address with a user name is not called.');
  if (allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname)) return url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) refuse('Private addresses are not called.');
  if (/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host) || !host.includes('.')) {
    if (!isIP(host)) refuse('Private addresses are not called.');
  }
  return url;
}

/**
 * The one way out (spec 7.2): resolves once and connects to that address, refuses private ranges, follows no redirect, ends after
 * `timeoutMs` in all. Throws AppError `invalid_request` for an address that is refused, and the network's error otherwise.
 */
export function guardedRequest(address: string, request: GuardedRequest): Promise<GuardedResponse> {
  const { timeoutMs, allowedHosts, allowHttp, maxResponseBytes = 65_536 } = request;
  return new Promise((settle, fail) => {
    const url = checkOutboundUrl(address, allowedHosts, allowHttp);
    const isAllowed = allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname);
    const { https: secureAgent, http: plainAgent } = isAllowed ? agents.allowed : agents.guarded;
    const isSecure = url.protocol === 'https:';
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = (isSecure ? https : http).request(url, {
      method: request.method,
      agent: isSecure ? secureAgent : plainAgent,
      headers: { ...request.headers, 'content-length': request.body.length },
      signal,
    });
    outgoing.on('error', (error) =>
      fail(signal.aborted ? new Error(`no answer within ${timeoutMs} ms`, { cause: error }) : error),
    );
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        if (size < maxResponseBytes) parts.push(part.subarray(0, maxResponseBytes - size));
        size += part.length;
        if (size > maxResponseBytes) response.destroy();
      });
      response.on('error', fail);
      response.on('close', () =>
        settle({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    outgoing.end(request.body);
  });
}
