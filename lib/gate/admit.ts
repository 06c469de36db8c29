import type { KeyActor } from '@/lib/actor';
import type { GateCall } from '@/lib/contract/policy';
import { type GateRow, selectGateFacts } from '@/lib/gate/facts.sql';
import { actorOf, presentedKey } from '@/lib/keys/authenticate';
import { agentTypeOf } from '@/lib/sessions/agent-type';

/** A key that asks the gate, with what holds for this call at this moment. */
export interface GateActor extends KeyActor {
  facts: GateRow;
}

/** Who presents this key, and everything that decides about the call, read in one query; undefined for anything that is not a live key. */
export async function admitToGate(presented: string | undefined, call: GateCall): Promise<GateActor | undefined> {
  const key = presentedKey(presented);
  if (!key) return undefined;
  const facts = await selectGateFacts(key.prefix, {
    sessionId: call.sessionId ?? '',
    machineId: call.machineId ?? '',
    agentType: agentTypeOf(call.source),
  });
  const actor = actorOf(facts, key.secret);
  return actor && facts ? { ...actor, facts } : undefined;
}
