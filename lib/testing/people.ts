import { createECDH, randomBytes } from 'node:crypto';
import type { KeyActor, KeyKind, MemberActor, Role } from '@/lib/actor';
import { prisma, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { authenticateKey } from '@/lib/keys/authenticate';
import { insertKey } from '@/lib/keys/create';
import { memberOfSession, openWebSession } from '@/lib/members/web-sessions';

// Read when lib/env.ts is first used. Devices of tests point at a port that refuses: a push that is tried again later, so somebody may still answer.
const refusingHost = '127.0.0.1:1';
process.env.NOD_PUSH_ALLOWED_HOSTS = refusingHost;

export interface TestWorkspace {
  workspaceId: string;
  owner: MemberActor;
  viewer: MemberActor;
  agent: KeyActor;
  connector: KeyActor;
  full: KeyActor;
}

/** A workspace with an owner, a viewer and a key of each everyday kind. Every actor comes from the code that makes it in earnest. */
export async function makeWorkspace(settings: { pendingLimit?: number } = {}): Promise<TestWorkspace> {
  const workspaceId = newId();
  await prisma().workspace.create({ data: { id: workspaceId, name: 'Tests', ...settings } });
  const owner = await addMember(workspaceId, 'owner');
  const [viewer, agent, connector, full] = await Promise.all([
    addMember(workspaceId, 'viewer'),
    addKey(owner, 'agent'),
    addKey(owner, 'connector'),
    addKey(owner, 'full'),
  ]);
  return { workspaceId, owner, viewer, agent, connector, full };
}

/** A new person in a workspace, signed in. */
export async function addMember(workspaceId: string, role: Role): Promise<MemberActor> {
  const personId = newId();
  await prisma().person.create({ data: { id: personId, email: `${personId}@example.test`, name: role } });
  await prisma().member.create({ data: { id: newId(), workspaceId, personId, role } });
  const member = await memberOfSession((await openWebSession(personId, 'tests')) ?? '');
  if (!member) throw new Error('The member that was just made is not there.');
  return member;
}

/** A new key of this member's, as the actor that it authenticates as. */
export async function addKey(member: MemberActor, kind: KeyKind): Promise<KeyActor> {
  const { workspaceId, memberId } = member;
  const { apiKey } = await insertKey({ workspaceId, memberId, name: kind, kind });
  const actor = await authenticateKey(apiKey);
  if (!actor) throw new Error('The key that was just made is not valid.');
  return actor;
}

/** A device of this member's whose push service never answers; gives its id. */
export async function addDevice(member: MemberActor, channel: 'web' | 'mobile' = 'mobile'): Promise<string> {
  const id = newId();
  const ecdh = createECDH('prime256v1');
  await query(
    `INSERT INTO device (id, workspace_id, member_id, endpoint, p256dh, auth, name, channel) VALUES ($1, $2, $3, $4, $5, $6, 'Phone', $7)`,
    [
      id,
      member.workspaceId,
      member.memberId,
      `https://${refusingHost}/${id}`,
      ecdh.generateKeys('base64url'),
      randomBytes(16).toString('base64url'),
      channel,
    ],
  );
  return id;
}
