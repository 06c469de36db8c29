import type { MemberActor, Role } from '@/lib/actor';
import { ChangeRole } from '@/lib/contract/member';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { inTurn } from '@/lib/members/in-turn';
import { endMembership, selectMembers, updateRole, whyNot } from '@/lib/members/members.sql';
import { notOwner, requireOwner } from '@/lib/members/require-owner';
import { parseOrThrow } from '@/lib/parse';

export interface MemberView {
  id: string;
  role: Role;
  name: string;
  email: string;
  joinedAt: string;
  lastSeenAt?: string;
  isYou: boolean;
}

/** Who is in the actor's workspace: owners first, then by name. */
export async function listMembers(actor: MemberActor): Promise<MemberView[]> {
  const rows = await selectMembers(actor.workspaceId);
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    name: row.name,
    email: row.email,
    joinedAt: row.joined_at.toISOString(),
    ...(row.last_seen_at ? { lastSeenAt: row.last_seen_at.toISOString() } : {}),
    isYou: row.id === actor.memberId,
  }));
}

/**
 * Gives a member another role. Throws AppError `forbidden` unless the actor is an owner, `not_found` when there is no such member,
 * `invalid_request` when nobody would be left as owner.
 */
export async function changeRole(actor: MemberActor, memberId: string, input: unknown): Promise<void> {
  requireOwner(actor, 'changes roles');
  const { role } = parseOrThrow(ChangeRole, input);
  await changeMembership(actor, memberId, 'changes roles', (client, change) => updateRole(client, { ...change, role }));
}

/** Takes a member out of the workspace; they are signed out and their keys end at once. Throws as changeRole does. */
export async function removeMember(actor: MemberActor, memberId: string): Promise<void> {
  requireOwner(actor, 'removes people');
  await changeMembership(actor, memberId, 'removes people', endMembership);
}

async function changeMembership(
  actor: MemberActor,
  memberId: string,
  act: string,
  run: typeof endMembership,
): Promise<void> {
  if (!isId(memberId)) throw nobody();
  const change = { workspaceId: actor.workspaceId, by: actor.memberId, memberId };
  const reason = await inTurn(actor.workspaceId, async (client) =>
    (await run(client, change)) ? undefined : whyNot(client, change),
  );
  if (reason === 'not_owner') throw notOwner(act);
  if (reason === 'nobody') throw nobody();
  if (reason === 'last_owner') {
    throw new AppError('invalid_request', 'A workspace needs an owner: make somebody else owner first.', {
      issues: [{ field: 'role', message: 'the last owner stays owner' }],
    });
  }
}

const nobody = () => new AppError('not_found', 'There is no such member here.');
