import type { MemberActor, Role } from '@/lib/actor';
import { CreateInvite } from '@/lib/contract/member';
import { AppError } from '@/lib/errors';
import { isId, newId, newSecret, sha256 } from '@/lib/ids';
import { deleteInvite, insertInvite, selectInvites, selectOpenInvite } from '@/lib/members/one-time-links.sql';
import { notOwner, requireOwner } from '@/lib/members/require-owner';
import { parseOrThrow } from '@/lib/parse';

/** How long an invite link works, in days. */
export const inviteDays = 7;

/** Makes an invite link's token; only its hash stays. Throws AppError `forbidden` unless the actor is an owner, `invalid_request`. */
export async function createInvite(actor: MemberActor, input: unknown): Promise<{ id: string; token: string }> {
  requireOwner(actor, 'invites people');
  const { role } = parseOrThrow(CreateInvite, input);
  const [id, token] = [newId(), newSecret()];
  const { workspaceId, memberId } = actor;
  const invite = { id, workspaceId, tokenHash: sha256(token), role, invitedBy: memberId, days: inviteDays };
  if (!(await insertInvite(invite))) throw notOwner('invites people');
  return { id, token };
}

export interface InviteView {
  id: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

/** The workspace's open invites, the newest first; owners only, nobody else sees any. */
export async function listInvites(actor: MemberActor): Promise<InviteView[]> {
  if (actor.role !== 'owner') return [];
  const rows = await selectInvites(actor.workspaceId);
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

/** Takes an invite back at once. Throws AppError `forbidden` unless the actor is an owner, `not_found` when it is not open. */
export async function revokeInvite(actor: MemberActor, id: string): Promise<void> {
  requireOwner(actor, 'takes invites back');
  if (!isId(id) || !(await deleteInvite(actor.workspaceId, id)))
    throw new AppError('not_found', 'There is no such open invite.');
}

export interface OpenInvite {
  workspaceId: string;
  workspaceName: string;
  role: Role;
}

/** What an invite link leads to; undefined when it was used, taken back, is late or never was. Looking uses nothing up. */
export async function readInvite(token: string): Promise<OpenInvite | undefined> {
  const row = await selectOpenInvite(sha256(token));
  return row && { workspaceId: row.workspace_id, workspaceName: row.workspace_name, role: row.role };
}
