import type { GateCall, GateVerdict } from '@/lib/contract/policy';
import type { GateActor } from '@/lib/gate/admit';
import { judge } from '@/lib/gate/judge';
import { recordVerdict } from '@/lib/gate/record';
import { noteHookSeen } from '@/lib/gate/seen';

/**
 * Says whether a tool may run (spec 6.5): allow, deny, kill, ask the person, or nothing. What was stopped is in the ledger before the hook
 * hears of it; what was allowed follows in batches (docs/decisions.md).
 */
export async function gate(actor: GateActor, input: GateCall): Promise<GateVerdict> {
  const judged = judge(input, actor.facts);
  noteHookSeen(actor, input, judged.call);
  await recordVerdict(actor, input, judged);
  return judged.verdict;
}
