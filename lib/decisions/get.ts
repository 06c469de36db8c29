import type { KeyActor } from '@/lib/actor';
import type { Decision } from '@/lib/contract/decision';
import { readDecision, visibleOrThrow } from '@/lib/decisions/read';
import { wireDecision } from '@/lib/decisions/wire';
import { clampWait, notePickedUp, type WaitingCall, waitUntilSettled } from '@/lib/questions/wait';

/** One decision of this key's; waits up to `waitMs` for it to be settled. Throws AppError `not_found`. */
export async function getDecision(actor: KeyActor, id: string, waitMs: number, call: WaitingCall): Promise<Decision> {
  // Looked at first: nobody waits for what they may not see.
  let row = await readDecision(actor, id);
  if (row.state === 'pending' && waitMs > 0) {
    const endsAt = call.receivedAt + clampWait(waitMs);
    row = visibleOrThrow(actor, await waitUntilSettled(actor.workspaceId, id, endsAt, call.signal));
  }
  if (!call.signal?.aborted) notePickedUp(row);
  return wireDecision(row);
}
