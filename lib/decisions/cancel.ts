import type { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import type { CancelledDecision } from '@/lib/contract/decision';
import { readDecision } from '@/lib/decisions/read';
import { statusOf } from '@/lib/decisions/wire';
import { afterSettled } from '@/lib/questions/after-settled';
import { settleAsCancelled } from '@/lib/questions/questions.sql';

/** Withdraws an open decision of this key's; never takes back a recorded answer. Throws AppError `not_found`. */
export async function cancelDecision(actor: KeyActor, id: string): Promise<z.infer<typeof CancelledDecision>> {
  await readDecision(actor, id);
  const settled = await settleAsCancelled(actor.workspaceId, id, 'integrator');
  if (settled) await afterSettled([settled]);
  const row = await readDecision(actor, id);
  return { decisionId: id, cancelled: settled !== undefined, status: statusOf(row) };
}
