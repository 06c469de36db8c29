import { type DueDelivery, holdBackClaimed } from '@/lib/delivery/deliveries.sql';
import { readFacts } from '@/lib/delivery/facts';
import { modeOf, type PlanFacts } from '@/lib/delivery/plan';
import { heldBackUntil } from '@/lib/delivery/quiet-hours';

/** Holds a claimed push back when its person rests by now; true when it did. */
export type RestCheck = (due: DueDelivery, urgent: boolean) => Promise<boolean>;

/**
 * Checks for one batch of due pushes: what was planned before somebody went to sleep must not ring when it is tried again at night. The
 * facts of each workspace are read once.
 */
export function restCheck(): RestCheck {
  const read = new Map<string, Promise<PlanFacts>>();
  const factsOf = (workspaceId: string) => {
    const facts = read.get(workspaceId) ?? readFacts({ workspaceId });
    read.set(workspaceId, facts);
    return facts;
  };
  return async (due, urgent) => {
    const facts = await factsOf(due.workspace_id);
    const member = facts.members.find(({ id }) => id === due.member_id);
    if (!member) return false;
    if (modeOf(member, facts) === 'terminal_only') {
      await holdBackClaimed(due, 'terminal_only', null);
      return true;
    }
    const rest = urgent && member.urgentThrough ? undefined : heldBackUntil(facts.now, member);
    if (!rest) return false;
    await holdBackClaimed(due, rest.reason, rest.until);
    return true;
  };
}
