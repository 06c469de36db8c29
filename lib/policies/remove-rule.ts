import type { MemberActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { deleteRule } from '@/lib/policies/rules.sql';
import { refuseViewer } from '@/lib/policies/save-rule';

/** Takes a rule away. Throws AppError `forbidden` for a viewer, `not_found` when there is none in force, or it is another workspace's. */
export async function removeRule(actor: MemberActor, id: string): Promise<void> {
  refuseViewer(actor);
  if (!isId(id) || !(await deleteRule(actor.workspaceId, id, actor.memberId)))
    throw new AppError('not_found', 'There is no such rule.');
}
