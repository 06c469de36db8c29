import type { MemberActor } from '@/lib/actor';
import { SaveRule } from '@/lib/contract/policy';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';
import { selectRule, updateRule } from '@/lib/policies/rules.sql';
import { deniedAlready, refuseViewer, waysOf } from '@/lib/policies/save-rule';

/**
 * Changes what a rule does, how it asks and how long it holds; for what it is, stays. `keepsTime` leaves the time that it has. Throws
 * AppError `forbidden` for a viewer, `not_found`, `invalid_request` that names the field, also for a deny that would become an allow.
 */
export async function editRule(
  actor: MemberActor,
  id: string,
  { keepsTime, ...input }: { keepsTime: boolean; [field: string]: unknown },
): Promise<void> {
  refuseViewer(actor);
  const rule = isId(id) ? await selectRule(actor.workspaceId, id) : undefined;
  if (!rule) throw missing();
  const changed = parseOrThrow(SaveRule, { ...input, pattern: rule.pattern });
  const done = await updateRule(actor.workspaceId, id, {
    effect: changed.effect,
    ...waysOf(changed),
    created_by: actor.memberId,
    lifetimeMinutes: changed.forMinutes ?? null,
    keepsTime,
  });
  if (done) return;
  const now = await selectRule(actor.workspaceId, id);
  throw now?.effect === 'deny' ? deniedAlready() : missing();
}

const missing = () => new AppError('not_found', 'There is no such rule.');
