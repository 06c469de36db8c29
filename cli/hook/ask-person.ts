import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { GatePolicy } from '@/lib/contract/policy';
import { textIn } from '@/lib/policies/tool-input';
import { HttpError } from '../http';
import { callTool, RefusedError, type ToolReply } from '../mcp';
import { noteOpen, noteSettled } from './call-state';
import type { HookContext } from './context';
import { debugLog } from './debug-log';
import type { PersonAnswer } from './person-answer';

const askTimeoutMs = 15_000;
const pieceMs = 20_000;
const shortestPieceMs = 500;
/** How much longer than its wait a poll may take before it counts as lost. */
const pollReserveMs = 8000;
/** How long a lost server is tried again once a question exists. */
const retryForMs = 10_000;
const longestWindowMs = 600_000;

const lost: PersonAnswer = {
  kind: 'refused',
  reason: 'Nod asked the person and then lost its server, so no answer can come. Nothing was approved.',
};
const withdrawn = 'The question was withdrawn. Nothing was approved: stop here.';

/**
 * Asks a person through ask_user and waits as the policy says (spec 4.2). Never throws, and leaves no question open but one that it could
 * not withdraw, or that the policy wants to stay open until the call is answered where the agent runs.
 */
export async function askPerson(
  context: HookContext,
  ask: Record<string, unknown>,
  policy: GatePolicy,
): Promise<PersonAnswer> {
  if (policy.mode === 'terminal_only')
    return { kind: 'at_keyboard', reason: 'The person wants to be asked here.', unasked: true };
  const windowMs = Math.max(0, Math.min(windowOf(policy), context.endsAt - performance.now()));
  const until = performance.now() + windowMs;
  const whole = {
    ...ask,
    wait: false,
    // One for this tool call, whatever becomes of the connection: sent again, it is the same question.
    requestId: randomUUID(),
    waitEndsAt: new Date(Date.now() + windowMs).toISOString(),
  };
  const sending = sendAsk(context, whole);
  context.asking = sending;
  const asked = await sending;
  if ('kind' in asked) return asked;
  const { correlationId } = asked;
  const answer = settledBy(asked) ?? (await waitOn(context, asked, policy, until));
  if (answer === lost) return answer;
  context.open.delete(correlationId);
  if ('leftOpen' in answer) noteOpen(context.agentId, context.call, correlationId, true);
  else noteSettled(context.agentId, context.call, correlationId);
  return answer;
}

function windowOf({ mode, timeoutAction, timeoutSeconds, pushFirstSeconds }: GatePolicy): number {
  if (mode === 'notify_only') return 0;
  const isFirst = mode === 'push_first' && timeoutAction !== 'wait' && pushFirstSeconds > 0;
  const seconds = isFirst ? pushFirstSeconds : timeoutSeconds;
  return Math.min(seconds * 1000, longestWindowMs);
}

interface Asked {
  correlationId: string;
  value: Record<string, unknown>;
}

/** Sends the question until it is there; it ends unanswered when it surely is not. */
async function sendAsk(context: HookContext, ask: Record<string, unknown>): Promise<Asked | PersonAnswer> {
  const call = (timeoutMs: number) => toolCall(context, 'ask_user', ask, timeoutMs);
  let mayExist = false;
  context.mayHaveAsked = true;
  try {
    const { isError, value } = await retrying(context, call, (error) => {
      mayExist ||= mayHaveArrived(error);
      return mayExist;
    });
    const correlationId = textIn(value, 'correlationId');
    if (!isError && correlationId) {
      context.open.add(correlationId);
      noteOpen(context.agentId, context.call, correlationId);
      return { correlationId, value };
    }
    return {
      kind: 'unanswered',
      reason: `Nod could not ask: ${textIn(value, 'error') ?? 'its reply makes no sense'}`,
    };
  } catch (error) {
    debugLog('ask failed', { error });
    if (mayExist) return lost;
    return { kind: 'unanswered', reason: `Nod could not ask: ${wordsOf(error)}` };
  } finally {
    context.mayHaveAsked = mayExist && context.open.size === 0;
  }
}

/** Only a server that was never reached, or that refused, cannot have stored it; where it failed, or a proxy before it, it may have. */
const mayHaveArrived = (error: unknown): boolean =>
  error instanceof HttpError ? error.code !== 'unreachable' : error instanceof RefusedError && error.status >= 500;

/** The end of it, when the question was settled as it was asked, or already had an answer. */
function settledBy({ value }: { value: Record<string, unknown> }): PersonAnswer | undefined {
  switch (value.status) {
    case 'answered':
      return value.answered === true && typeof value.value === 'string'
        ? { kind: 'answered', value: value.value, note: textIn(value, 'note') }
        : { kind: 'refused', reason: 'Nod gave an answer without a value. Nothing was approved.' };
    case 'stopped':
      return { kind: 'refused', reason: 'The person has stopped you. Stop now and do not try again.' };
    case 'cancelled':
    case 'missing':
      return { kind: 'refused', reason: withdrawn };
    case 'unavailable':
      return { kind: 'refused', reason: 'Nod cannot reach its database. Nothing was approved.' };
    case 'notified':
    case 'terminal':
      return { kind: 'at_keyboard', reason: 'The person wants to be asked here.' };
    case 'expired':
      return { kind: 'unanswered', reason: 'Nobody answered in time.' };
    default:
      return undefined;
  }
}

async function waitOn(
  context: HookContext,
  { correlationId, value }: Asked,
  policy: GatePolicy,
  until: number,
): Promise<PersonAnswer> {
  const withdraw = (answer: PersonAnswer) => cancel(context, correlationId, answer);
  if (value.noDevices === true || value.handoffAction === 'cancel_then_ask_in_current_client')
    return withdraw({ kind: 'unanswered', reason: 'Nobody can be reached by Nod.' });
  if (policy.mode === 'notify_only')
    return { kind: 'at_keyboard', reason: 'Nod told the person, who wants to be asked here.', leftOpen: true };
  // Nothing rings: they sit at this machine, or they rest. Where the agent may prompt, it does so at once.
  const mayPrompt = context.canPrompt && (policy.timeoutAction === 'escalate' || policy.timeoutAction === 'approve');
  if (value.suppressed === true && policy.mode === 'push_first' && mayPrompt)
    return withdraw({ kind: 'at_keyboard', reason: 'The phone is kept silent now.' });
  for (;;) {
    const left = until - performance.now();
    if (left <= 0) break;
    const since = performance.now();
    const answer = await poll(context, correlationId, Math.min(pieceMs, Math.ceil(left)));
    if (answer) return answer;
    // A server that does not wait is not asked without a pause.
    if (performance.now() - since < shortestPieceMs) await pause(Math.min(shortestPieceMs, left));
  }
  // Where the agent asks next, the question may stay: whoever answers there takes it back. One that is denied goes.
  if (policy.timeoutAction === 'wait' && context.canPrompt)
    return { kind: 'unanswered', reason: 'Nobody has answered yet; the question stays open in Nod.', leftOpen: true };
  return withdraw({ kind: 'unanswered', reason: 'Nobody answered in time.' });
}

/** Waits a piece for the answer; undefined when the question is still open. */
async function poll(context: HookContext, correlationId: string, waitMs: number): Promise<PersonAnswer | undefined> {
  try {
    const since = performance.now();
    const { isError, value } = await retrying(
      context,
      async (_, left) => {
        const timeoutMs = Math.round(Math.max(0, Math.min(waitMs - (performance.now() - since), left)));
        const reply = await toolCall(
          context,
          'wait_for_answer',
          { correlationId, timeoutMs },
          timeoutMs + pollReserveMs,
        );
        if (reply.value.status === 'unavailable') throw new HttpError('broken', 'The database cannot be reached.');
        return reply;
      },
      (error) =>
        error instanceof HttpError ||
        (error instanceof RefusedError && [429, 500, 502, 503, 504].includes(error.status)),
    );
    if (isError) throw new Error(textIn(value, 'error') ?? 'The server refused to wait.');
    return settledBy({ value });
  } catch (error) {
    debugLog('waiting failed', { error });
    return lost;
  }
}

/** Takes the question back, so that it is asked in one place only. Who answered it meanwhile has won. */
async function cancel(context: HookContext, correlationId: string, otherwise: PersonAnswer): Promise<PersonAnswer> {
  try {
    const { value } = await retrying(
      context,
      (timeoutMs) => toolCall(context, 'cancel_question', { correlationId, handoff: true }, timeoutMs),
      () => true,
    );
    if (value.cancelled === true) return otherwise;
  } catch (error) {
    debugLog('cancelling failed', { error });
    return lost;
  }
  const settled = await poll(context, correlationId, 0);
  return settled?.kind === 'answered' || settled === lost ? settled : otherwise;
}

const toolCall = (
  { server, apiKey }: HookContext,
  name: string,
  given: Record<string, unknown>,
  timeoutMs: number,
): Promise<ToolReply> => callTool({ server, apiKey, name, arguments: given, timeoutMs });

/** Tries again, quicker at first, while that may help and for about ten seconds; each try has what is left of that, at least a second. */
async function retrying<Result>(
  context: HookContext,
  attempt: (timeoutMs: number, leftMs: number) => Promise<Result>,
  mayHelp: (error: unknown) => boolean,
): Promise<Result> {
  let firstFailure: number | undefined;
  for (let delayMs = 200; ; delayMs = Math.min(delayMs * 2, 2000)) {
    const left = Math.max(0, context.endsAt - performance.now());
    const forRetries = firstFailure === undefined ? askTimeoutMs : firstFailure + retryForMs - performance.now();
    try {
      return await attempt(Math.max(1000, Math.min(forRetries, left)), left);
    } catch (error) {
      firstFailure ??= performance.now();
      const isOver = performance.now() + delayMs > Math.min(firstFailure + retryForMs, context.endsAt);
      if (!mayHelp(error) || isOver) throw error;
      debugLog('once more', { error });
      await pause(delayMs);
    }
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
