import type { MemberActor } from '@/lib/actor';
import { SaveRule } from '@/lib/contract/policy';
import { AppError, refusal } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';
import { selectRule, updateRule } from '@/lib/policies/rules.sql';
import { deniedAlready, refuseViewer, waysOf } from '@/lib/policies/save-rule';

/**
 * Changes what a rule does, how it asks and how long it holds; for what it is, stays. `keepsTime` leaves the time that it has. Throws
 * AppError `forbidden` for a viewer, `not_found`, `invalid_request` that names the field, also for an allow where a deny stands,
 * and for a time where another rule of the same pattern and place stands: there is one for good and one for a while.
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
  if (done === 'changed') return;
  if (done === 'taken') throw taken(changed.forMinutes === undefined);
  const isThere = await selectRule(actor.workspaceId, id);
  throw isThere && changed.effect === 'allow' ? deniedAlready() : missing();
}

const taken = (forGood: boolean): AppError =>
  refusal(
    'forMinutes',
    `another rule for the same pattern in the same place holds ${forGood ? 'for good' : 'for a while'}: change or remove that one`,
  );
const missing = () => new AppError('not_found', 'There is no such rule.');
