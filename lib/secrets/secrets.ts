import { generateKeyPairSync } from 'node:crypto';
import { query } from '@/lib/db/client';
import { newId, newSecret } from '@/lib/ids';

/** auth signs cookies; digest keys the content digests; vapid identifies this server to push services; session signs MCP session ids. */
export type SecretKind = 'auth' | 'digest' | 'vapid' | 'session';

export interface Secret {
  id: string;
  value: string;
}

const shared = globalThis as typeof globalThis & { nodSecrets?: Map<string, { secret: Secret; readAt: number }> };
const cache = () => {
  shared.nodSecrets ??= new Map();
  return shared.nodSecrets;
};
/** A rotation made in another process is seen within this time. */
const rereadAfterMs = 60_000;

/** A VAPID pair as web-push wants it, `{publicKey, privateKey}`, in URL-safe base64. */
function newVapidKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const jwk = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(jwk.x ?? '', 'base64url'),
    Buffer.from(jwk.y ?? '', 'base64url'),
  ]);
  return JSON.stringify({ publicKey: point.toString('base64url'), privateKey: jwk.d });
}

const make = (kind: SecretKind): string => (kind === 'vapid' ? newVapidKeys() : newSecret());

/** The secret of this kind that is in use; made on first need. Two processes that make one at once agree on the first. */
export async function currentSecret(kind: SecretKind): Promise<Secret> {
  const known = cache().get(kind);
  if (known && performance.now() - known.readAt < rereadAfterMs) return known.secret;
  const read = () =>
    query<Secret>('SELECT id, value FROM secret WHERE kind = $1 AND workspace_id IS NULL AND retired_at IS NULL', [
      kind,
    ]);
  let [secret] = await read();
  if (!secret) {
    await query('INSERT INTO secret (id, kind, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      newId(),
      kind,
      make(kind),
    ]);
    [secret] = await read();
  }
  if (!secret) throw new Error(`No ${kind} secret could be made.`);
  cache().set(kind, { secret, readAt: performance.now() });
  return secret;
}

/** One secret by its id, also a retired one; undefined when it was removed. */
export async function secretById(id: string): Promise<Secret | undefined> {
  const [secret] = await query<Secret>('SELECT id, value FROM secret WHERE id = $1', [id]);
  return secret;
}
