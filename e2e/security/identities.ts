import { randomUUID } from 'node:crypto';
import { signIn } from '../server/person';
import type { NodServer } from '../server/start-server';
import { firstWorkspace, makeKey, makeWorkspace, revokeKey, type TestWorkspace } from '../server/workspace';

/** Somebody who must not get at what the first workspace holds. */
export interface Identity {
  name: string;
  headers: Record<string, string>;
  /** Signed in, so that pages open: a stranger's own, or what a viewer may see. */
  isMember: boolean;
  /** May read what the first workspace holds. */
  mayRead: boolean;
}

export interface Strangers {
  all: Identity[];
  keys: { none: undefined; malformed: string; revoked: string; foreign: string };
  foreign: TestWorkspace;
}

/** Everybody who tries: without a key, with keys that do not count, from another workspace, as a viewer, signed out. */
export async function makeStrangers(server: NodServer): Promise<Strangers> {
  const { query } = server;
  const home = await firstWorkspace(query);
  const foreign = await makeWorkspace(query, 'elsewhere');
  const keys = {
    none: undefined,
    malformed: 'pk_nonsense',
    revoked: await makeKey(query, home, 'full'),
    foreign: await makeKey(query, foreign, 'full'),
  };
  await revokeKey(query, keys.revoked);
  const viewer = await makeMember(server, home.workspaceId, 'viewer');
  const stranger = await makeMember(server, foreign.workspaceId, 'owner');
  const signedOut = await makeMember(server, home.workspaceId, 'owner');
  const sessions = {
    foreign: await signIn(server, stranger.email),
    viewer: await signIn(server, viewer.email),
    signedOut: await signIn(server, signedOut.email),
  };
  await query('UPDATE web_session SET revoked_at = nod_now() WHERE person_id = $1', [signedOut.personId]);
  const byKey = (name: string, key: string): Identity => ({
    name,
    headers: { authorization: `Bearer ${key}` },
    isMember: false,
    mayRead: false,
  });
  return {
    keys,
    foreign,
    all: [
      { name: 'nobody', headers: {}, isMember: false, mayRead: false },
      byKey('malformed key', keys.malformed),
      byKey('revoked key', keys.revoked),
      byKey('foreign key', keys.foreign),
      { name: 'signed out', headers: { ...sessions.signedOut }, isMember: false, mayRead: false },
      { name: 'foreign member', headers: { ...sessions.foreign }, isMember: true, mayRead: false },
      { name: 'viewer', headers: { ...sessions.viewer }, isMember: true, mayRead: true },
    ],
  };
}

/** A person with the owner's password. */
async function makeMember({ query }: NodServer, workspaceId: string, role: string) {
  const personId = randomUUID();
  const email = `${role}-${personId}@example.test`;
  await query(
    `INSERT INTO person (id, email, password_hash) SELECT $1, $2, password_hash FROM person WHERE password_hash IS NOT NULL LIMIT 1`,
    [personId, email],
  );
  await query('INSERT INTO member (id, workspace_id, person_id, role) VALUES ($1, $2, $3, $4)', [
    randomUUID(),
    workspaceId,
    personId,
    role,
  ]);
  return { personId, email };
}
