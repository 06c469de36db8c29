import { createPublicKey, verify } from 'node:crypto';

const LONGEST_LIFE_SECONDS = 24 * 60 * 60;
const CLOCK_TOLERANCE_SECONDS = 5;

/** The claims of a VAPID token (RFC 8292). */
export interface VapidClaims {
  aud: string;
  exp: number;
  sub: string;
}

/** Why a push service turns a request away, with the status that it answers. */
export class PushRefusal extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/**
 * Checks an `Authorization: vapid …` header as strictly as the strictest push service and returns its claims.
 * @throws PushRefusal with 401 when it is missing or unreadable, 403 when it is readable but wrong.
 */
export function checkVapid(
  authorization: string | undefined,
  expected: { audience: string; applicationServerKey?: string },
): VapidClaims {
  const { token, key } = readHeader(authorization);
  if (expected.applicationServerKey && key !== expected.applicationServerKey) {
    throw new PushRefusal(403, 'The VAPID key is not the one of the subscription');
  }
  const claims = readToken(token, key);
  const nowSeconds = Date.now() / 1000;
  if (claims.aud !== expected.audience) throw new PushRefusal(403, `aud is ${claims.aud}, not ${expected.audience}`);
  if (!(claims.exp > nowSeconds)) throw new PushRefusal(403, 'The VAPID token has expired');
  if (claims.exp > nowSeconds + LONGEST_LIFE_SECONDS + CLOCK_TOLERANCE_SECONDS) {
    throw new PushRefusal(403, 'The VAPID token lives longer than a day');
  }
  if (!/^(mailto:[^<>\s]+@|https:\/\/)/.test(claims.sub ?? '')) throw new PushRefusal(403, 'sub names no contact');
  return claims;
}

function readHeader(authorization: string | undefined): { token: string; key: string } {
  const found = /^vapid\s+t=([^,\s]+)\s*,\s*k=([^,\s]+)$/i.exec(authorization ?? '');
  if (!found?.[1] || !found[2]) throw new PushRefusal(401, 'Authorization must read: vapid t=…, k=…');
  return { token: found[1], key: found[2] };
}

function readToken(token: string, key: string): VapidClaims {
  const [header, claims, signature] = token.split('.');
  if (!header || !claims || !signature) throw new PushRefusal(401, 'The VAPID token is no JWT');
  if (parseJsonPart(header, 'header').alg !== 'ES256') throw new PushRefusal(401, 'The VAPID token must use ES256');
  const signed = Buffer.from(`${header}.${claims}`);
  const verifyingKey = { key: importPoint(key), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, verifyingKey, Buffer.from(signature, 'base64url'))) {
    throw new PushRefusal(403, 'The signature of the VAPID token is wrong');
  }
  return parseJsonPart(claims, 'claims') as unknown as VapidClaims;
}

function parseJsonPart(part: string, name: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    throw new PushRefusal(401, `The ${name} of the VAPID token is no JSON`);
  }
}

function importPoint(key: string) {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new PushRefusal(401, 'k is no uncompressed P-256 point');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) } });
}
