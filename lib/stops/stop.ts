import { type MemberActor, mayAnswer } from '@/lib/actor';
import { StopAgents } from '@/lib/contract/stop';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';
import { afterSettled } from '@/lib/questions/after-settled';
import { liftStop, switchStop } from '@/lib/stops/stops.sql';

const missing = () => new AppError('not_found', 'There is no such session.');
const refuseViewer = (actor: MemberActor) => {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers can read but not stop agents.');
};

/**
 * Switches the kill switch on (spec 3.5), of one agent session or of all: cancels what is pending and refuses what comes, for 1 to 24
 * hours. Throws AppError `invalid_request`, `forbidden` for a viewer, `not_found`.
 */
export async function stopAgents(
  actor: MemberActor,
  input: { sessionId?: string; hours?: unknown },
): Promise<{ until: string; cancelled: number }> {
  refuseViewer(actor);
  const { sessionId, hours } = parseOrThrow(StopAgents, input);
  if (sessionId !== undefined && !isId(sessionId)) throw missing();
  const stopped = await switchStop(actor.workspaceId, sessionId ?? null, hours, actor.memberId);
  if (!stopped) throw missing();
  await afterSettled(stopped.settled);
  return { until: stopped.until.toISOString(), cancelled: stopped.settled.length };
}

/** Lifts the kill switch; false when it was not on. Throws AppError `forbidden` for a viewer, `not_found`. */
export async function resumeAgents(actor: MemberActor, input: { sessionId?: string } = {}): Promise<boolean> {
  refuseViewer(actor);
  const { sessionId } = input;
  if (sessionId !== undefined && !isId(sessionId)) throw missing();
  return liftStop(actor.workspaceId, sessionId ?? null, actor.memberId);
}
