import type { MemberActor } from '@/lib/actor';
import { RenameSelf, RenameWorkspace } from '@/lib/contract/member';
import { query } from '@/lib/db/client';
import { notOwner, requireOwner } from '@/lib/members/require-owner';
import { parseOrThrow } from '@/lib/parse';

/** Changes the person's own name, in every workspace. Throws AppError `invalid_request` naming the field. */
export async function renameSelf(actor: MemberActor, input: unknown): Promise<void> {
  const { name } = parseOrThrow(RenameSelf, input);
  await query(
    `WITH renamed AS (UPDATE person SET name = $2 WHERE id = $1 RETURNING id)
     SELECT nod_tell(workspace_id, member.id, 'renamed') FROM renamed JOIN member ON person_id = renamed.id WHERE removed_at IS NULL`,
    [actor.personId, name.trim()],
  );
}

/** Changes the workspace's name. Throws AppError `forbidden` unless the actor is an owner, `invalid_request` naming the field. */
export async function renameWorkspace(actor: MemberActor, input: unknown): Promise<void> {
  requireOwner(actor, 'renames the workspace');
  const { name } = parseOrThrow(RenameWorkspace, input);
  const rows = await query(
    `UPDATE workspace SET name = $3 WHERE id = $1
        AND EXISTS (SELECT 1 FROM member WHERE id = $2 AND workspace_id = $1 AND role = 'owner' AND removed_at IS NULL)
      RETURNING nod_tell(id, id, 'renamed')`,
    [actor.workspaceId, actor.memberId, name.trim()],
  );
  if (rows.length === 0) throw notOwner('renames the workspace');
}
