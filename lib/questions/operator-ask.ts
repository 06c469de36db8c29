import type { KeyActor } from '@/lib/actor';
import type { OperatorAsk, OperatorAsked } from '@/lib/contract/operator-ask';
import { AskUser, type AskUserResult } from '@/lib/contract/question';
import { AppError } from '@/lib/errors';
import { ask } from '@/lib/questions/ask';
import { readQuestion } from '@/lib/questions/read';
import { answerUrl } from '@/lib/questions/reply';
import { type WaitingCall, waitForAnswer } from '@/lib/questions/wait';

/**
 * Asks the people of a workspace on behalf of a program (spec 6.4): ask() in the words of REST, where a database that is down is an error.
 * Throws AppError `subscription_required`, `limit_reached`, `invalid_request` or `unavailable`.
 */
export async function askOperator(actor: KeyActor, input: OperatorAsk, call: WaitingCall): Promise<OperatorAsked> {
  const { timeoutSeconds, options, ...asked } = input;
  const reply = await ask(
    actor,
    AskUser.parse({
      ...asked,
      ...(asked.type === 'select' ? { options } : {}),
      ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
    }),
    call,
  );
  const { correlationId, question, type, status, answered = false, value } = reply;
  if (!status || status === 'missing' || status === 'unavailable') throw databaseIsDown(correlationId);
  const { note, answerSource, timedOut, noDevices, warning, suppressed, mode, expiresInSeconds } = reply;
  return {
    correlationId,
    answered,
    value,
    status,
    type,
    question,
    note,
    answerSource,
    timedOut,
    hint: hintOf(status, { noDevices, suppressed }),
    warning,
    noDevices,
    suppressed,
    mode,
    answerUrl: reply.answerUrl,
    expiresInSeconds,
  };
}

/**
 * Reads a question of this workspace, or waits for its answer. Throws AppError `not_found` for anything that is no question here (an end
 * user's decision is none: it has calls of its own), and `unavailable`.
 */
export async function getOperatorAsk(
  actor: KeyActor,
  correlationId: string,
  waitMs: number,
  call: WaitingCall,
): Promise<OperatorAsked> {
  const row = await readQuestion(actor.workspaceId, correlationId);
  if (!row || row.kind === 'decision') throw noSuchQuestion();
  const reply = await waitForAnswer(actor, { correlationId, timeoutMs: waitMs }, call);
  const { answered, status, value, note, answerSource } = reply;
  if (status === 'unavailable') throw databaseIsDown(correlationId);
  if (status === 'missing') throw noSuchQuestion();
  return {
    correlationId,
    answered,
    value,
    status,
    type: row.type,
    question: row.question,
    note,
    answerSource,
    hint: hintOf(status),
    answerUrl: answerUrl(correlationId),
  };
}

const noSuchQuestion = () => new AppError('not_found', 'There is no such question.');

/** Whether it was stored is not known, so its id is told: later it says. */
const databaseIsDown = (correlationId: string) =>
  new AppError('unavailable', 'The database cannot be reached; nothing was approved.', { details: { correlationId } });

/** What to do without an answer, in the words of REST. */
function hintOf(
  status: NonNullable<AskUserResult['status']>,
  { noDevices, suppressed }: Pick<AskUserResult, 'noDevices' | 'suppressed'> = {},
): string | undefined {
  switch (status) {
    case 'answered':
      return undefined;
    case 'pending':
      if (noDevices) return 'Nobody was alerted. Connect a device in Nod, or send somebody the answerUrl.';
      if (suppressed) return 'The person is not disturbed now; the question waits in Nod. Nothing is approved.';
      return 'No answer yet. Read GET /api/v1/server/ask/{correlationId}; nothing is approved until it says so.';
    case 'expired':
      return 'This question is no longer open; nothing was approved.';
    case 'notified':
    case 'terminal':
      return 'The person wants to be asked elsewhere (their delivery mode); nothing was approved.';
    case 'stopped':
      return 'The kill switch is on: the question was not asked, and nothing was approved.';
    default:
      return 'The question was withdrawn; nothing was approved.';
  }
}
