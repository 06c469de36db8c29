import { randomUUID } from 'node:crypto';
import { signIn } from '../server/person';
import type { NodServer } from '../server/start-server';
import { firstWorkspace, makeKey, makeWorkspace, revokeKey } from '../server/workspace';
import { addEndUser, makeBoundKey, makeExpiredKey } from './people';

/** Everybody who calls the API, good and bad. */
export const callers = [
  'no key',
  'garbage',
  'revoked',
  'expired',
  'viewer',
  'connector',
  'agent',
  'full',
  'bound',
  'other bound',
  'sandbox',
  'foreign',
] as const;
export type Caller = (typeof callers)[number];

/** Who of them has a key that counts. */
export const holders: readonly Caller[] = ['connector', 'agent', 'full', 'bound', 'other bound', 'sandbox', 'foreign'];

/** What each caller sends. `bound` speaks for the end user `externalId`, `other bound` for somebody else of the same workspace. */
export async function makeCallers(
  server: NodServer,
  externalId: string,
): Promise<Record<Caller, Record<string, string>>> {
  const { query } = server;
  const home = await firstWorkspace(query);
  const revoked = await makeKey(query, home, 'full');
  await revokeKey(query, revoked);
  const elsewhere = await makeWorkspace(query, 'elsewhere');
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  return {
    'no key': {},
    garbage: bearer(`pk_${'0'.repeat(16)}.${'0'.repeat(48)}`),
    revoked: bearer(revoked),
    expired: bearer(await makeExpiredKey(query, home, 'full')),
    viewer: { ...(await viewerOf(server)), origin: server.url, 'sec-fetch-site': 'same-origin' },
    connector: bearer(await makeKey(query, home, 'connector')),
    agent: bearer(await makeKey(query, home, 'agent')),
    full: bearer(await makeKey(query, home, 'full')),
    bound: bearer(await makeBoundKey(query, home, await addEndUser(query, home, externalId))),
    'other bound': bearer(await makeBoundKey(query, home, await addEndUser(query, home, `other ${externalId}`))),
    sandbox: bearer(await makeKey(query, home, 'sandbox')),
    foreign: bearer(await makeKey(query, elsewhere, 'full')),
  };
}

/** The session of a viewer of the first workspace. */
async function viewerOf(server: NodServer): Promise<{ cookie: string }> {
  const { workspaceId } = await firstWorkspace(server.query);
  const personId = randomUUID();
  const email = `viewer-${personId}@example.test`;
  await server.query(
    'INSERT INTO person (id, email, password_hash) SELECT $1, $2, password_hash FROM person WHERE password_hash IS NOT NULL LIMIT 1',
    [personId, email],
  );
  await server.query(`INSERT INTO member (id, workspace_id, person_id, role) VALUES ($1, $2, $3, 'viewer')`, [
    randomUUID(),
    workspaceId,
    personId,
  ]);
  return { cookie: (await signIn(server, email)).cookie };
}
