import type { KeyActor } from '@/lib/actor';
import { maxWaitMs, type WaitForAnswer, type WaitForAnswerResult } from '@/lib/contract/question';
import { isDatabaseUnavailable } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { log } from '@/lib/log';
import { markGone, markListening, markPickedUp } from '@/lib/questions/listening.sql';
import { readQuestion } from '@/lib/questions/read';
import { waitReply, waitUnavailable } from '@/lib/questions/reply';
import type { QuestionRow } from '@/lib/questions/row';
import { bus } from '@/lib/wake/bus';
import { waitFor } from '@/lib/wake/wait';

/** The call that waits: when it arrived, and how it learns that its caller is gone. */
export interface WaitingCall {
  /** performance.now() when the request arrived: a wait is counted from there. */
  receivedAt: number;
  signal?: AbortSignal;
}

/** A wait within what clients bear: at least nothing, at most 55 s, in milliseconds. */
export const clampWait = (timeoutMs: number): number => Math.min(Math.max(0, timeoutMs), maxWaitMs);

/** Sleeps until one question is settled or the wait ends, and gives its state then; undefined when it does not exist in this workspace. */
export async function waitUntilSettled(
  workspaceId: string,
  id: string,
  endsAt: number,
  signal?: AbortSignal,
  read = readQuestion,
): Promise<QuestionRow | undefined> {
  const state = await waitFor<QuestionRow | undefined>(id, {
    read: () => read(workspaceId, id),
    done: (row) => row?.state !== 'pending',
    // That it was asked, displayed or listened to changes nothing for who waits.
    wakesOn: ({ event }) => ['answered', 'cancelled', 'expired', 'resync', 'clock'].includes(event),
    lookAgainInMs: (row) => row?.expires_in_ms ?? undefined,
    endsAt,
    signal,
  });
  return state;
}

/**
 * Notes beside the call that an agent listens until then; gives a function to call when the wait is over, which notes that nobody does any
 * more (unless another call waits for the same question). Never delays or fails the call.
 */
export function noteListening(workspaceId: string, id: string, endsAt: number, signal?: AbortSignal): () => void {
  const failed = (error: unknown) => log.warn('listening was not noted', { question: id, error });
  if (signal?.aborted) return () => undefined;
  const noted = markListening(workspaceId, id, Math.max(0, endsAt - performance.now())).catch(failed);
  return () => {
    if (bus().isWaitedFor(id)) return;
    // In this order, whichever connection is faster.
    void noted.then(() => markGone(workspaceId, id)).catch(failed);
  };
}

export function notePickedUp(row: QuestionRow | undefined): void {
  if (row?.state !== 'answered' || row.picked_up_at) return;
  markPickedUp(row.workspace_id, row.id).catch((error) =>
    log.warn('the pick-up was not noted', { question: row.id, error }),
  );
}

/** What agents find: an end user's decision is not theirs to read. */
const readForAgents = async (workspaceId: string, id: string): Promise<QuestionRow | undefined> => {
  const row = await readQuestion(workspaceId, id);
  return row?.kind === 'decision' ? undefined : row;
};

/** Waits for the answer to one question of this workspace (spec 2.4). Sends nothing to anybody; never throws for a database that is down. */
export async function waitForAnswer(
  actor: KeyActor,
  input: WaitForAnswer,
  call: WaitingCall,
): Promise<WaitForAnswerResult> {
  const { correlationId: id } = input;
  if (!isId(id)) return waitReply(undefined);
  const endsAt = call.receivedAt + clampWait(input.timeoutMs);
  try {
    const signal = call.signal;
    const leave = noteListening(actor.workspaceId, id, endsAt, signal);
    const row = await waitUntilSettled(actor.workspaceId, id, endsAt, signal, readForAgents).finally(leave);
    if (!signal?.aborted) notePickedUp(row);
    return waitReply(row);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.error('a wait ended because the database cannot be reached', { question: id, error });
    return waitUnavailable;
  }
}
