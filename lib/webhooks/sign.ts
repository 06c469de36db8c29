import { createHmac } from 'node:crypto';

const hmac = (secret: string, ...parts: (string | Buffer)[]): string => {
  const digest = createHmac('sha256', secret);
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
};

/**
 * The secret that signs what the sandbox says, made from a real one: whoever has a sandbox key must not be able to send a real receiver
 * something that it would believe.
 */
export const sandboxSecret = (secret: string): string =>
  `whsec_test_${createHmac('sha256', secret).update('nod sandbox').digest('base64url')}`;

/**
 * The headers that say who sent these bytes (spec 3.7), keyed with the workspace's whole secret, `whsec_` included. `X-Pushary-Signature` is
 * of the body by the secret in use; `Nod-Signature` also of the time in unix seconds, by each secret that counts: the one in use first.
 */
export function signatureHeaders(
  secrets: [string, ...string[]],
  body: Buffer,
  unixSeconds: number,
): Record<string, string> {
  const timed = secrets.map((secret) => `v1=${hmac(secret, `${unixSeconds}.`, body)}`);
  return {
    'x-pushary-signature': hmac(secrets[0], body),
    'nod-signature': [`t=${unixSeconds}`, ...timed].join(','),
  };
}
