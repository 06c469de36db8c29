import type { AskUserResult, WaitForAnswerResult } from '@/lib/contract/question';
import type { DeliveryReport } from '@/lib/delivery/deliver';
import { env } from '@/lib/env';
import type { QuestionRow } from '@/lib/questions/row';

/** Where a person answers this question. Built from the configured address, never from a request. */
export const answerUrl = (id: string): string => `${env().url}/q/${id}`;

/** How a call that asked came to its end, beside the state of the question (the table of spec 2.3). */
export type AskSituation = 'returned_at_once' | 'wait_ended' | 'nobody_reached' | 'held';

const answerOf = (row: QuestionRow): Pick<AskUserResult, 'value' | 'note' | 'answerSource'> => ({
  value: row.answer_value ?? '',
  ...(row.answer_note ? { note: row.answer_note } : {}),
  ...(row.answer_source ? { answerSource: row.answer_source } : {}),
});

/** What an ask replies. Every unanswered reply says what to do next. */
export function askReply(
  row: QuestionRow,
  situation: AskSituation,
  delivery?: DeliveryReport,
  policyTimeoutMs?: number,
): AskUserResult {
  const base: AskUserResult = {
    correlationId: row.id,
    question: row.question,
    type: row.type,
    answerUrl: answerUrl(row.id),
    ...(row.env ? { env: row.env } : {}),
    ...(row.expires_in_ms !== null && row.state === 'pending'
      ? { expiresInSeconds: Math.max(0, Math.ceil(row.expires_in_ms / 1000)) }
      : {}),
    ...(row.wait_ends_at ? { waitEndsAt: row.wait_ends_at.toISOString() } : {}),
    ...(delivery ? { deliveryMode: row.delivery_mode, policyTimeoutMs, delivery: delivery.counts } : {}),
  };
  switch (row.state) {
    case 'answered':
      return { ...base, status: 'answered', answered: true, ...answerOf(row) };
    case 'cancelled':
      return {
        ...base,
        status: 'cancelled',
        answered: false,
        handoffAction: 'stop',
        hint: 'The question was withdrawn. Stop: do not act as if it were approved.',
      };
    case 'stopped':
      return {
        ...base,
        status: 'stopped',
        answered: false,
        handoffAction: 'stop',
        hint: 'The person has stopped you. Stop now and do not ask again.',
      };
    case 'expired':
      return {
        ...base,
        status: 'expired',
        answered: false,
        nextAction: 'ask_in_current_client',
        hint: 'Nobody answered in time. Ask in your own client; nothing was approved.',
      };
    case 'notified':
    case 'terminal':
      return {
        ...base,
        status: row.state,
        answered: false,
        nextAction: 'ask_in_current_client',
        mode: row.state === 'notified' ? 'notify_only' : 'terminal_only',
        hint: 'The person wants to be asked in your own client. Ask there.',
      };
    case 'pending':
      return { ...base, status: 'pending', ...pendingReply(row, situation, delivery) };
  }
}

function pendingReply(
  row: QuestionRow,
  situation: AskSituation,
  delivery: DeliveryReport | undefined,
): Partial<AskUserResult> {
  const held = delivery?.heldBack && situation !== 'held' ? heldBackReply(delivery.heldBack.until) : undefined;
  if (held && situation !== 'nobody_reached') return { ...held, answered: false, timedOut: true };
  switch (situation) {
    case 'held':
      return {
        answered: false,
        nextAction: 'wait_for_answer',
        held: row.held ?? 'test_traffic',
        hint:
          row.held === 'unattributed'
            ? 'Stored, but nobody was alerted: a permission needs toolName or sessionId, so that the person sees who asks.'
            : 'Test traffic: stored, and nobody was alerted.',
      };
    case 'nobody_reached':
      return {
        answered: false,
        nextAction: 'ask_in_current_client',
        handoffAction: 'cancel_then_ask_in_current_client',
        noDevices: true,
        warning: delivery?.reason ?? 'No device is connected: nobody was alerted.',
        hint: 'Nobody can be reached here. Cancel this question with cancel_question and handoff true, then ask in your own client.',
      };
    case 'wait_ended':
      return {
        answered: false,
        timedOut: true,
        nextAction: 'wait_for_answer',
        hint: 'No answer yet; the question stays open. Call wait_for_answer with this correlationId. Nothing is approved until it says so.',
      };
    case 'returned_at_once':
      return {
        nextAction: 'wait_for_answer',
        hint: 'Asked. Call wait_for_answer with this correlationId to get the answer.',
      };
  }
}

/** Nothing was pushed by now: the person is at the keyboard or wants to rest. The question waits in Nod meanwhile. */
function heldBackReply(until: Date | undefined): Partial<AskUserResult> {
  const when = until ? ` until ${until.toISOString()}` : '';
  return {
    nextAction: 'wait_for_answer',
    suppressed: true,
    hint: `The phone is kept silent${when}; the question waits in Nod. Call wait_for_answer, or ask in your own client if the person is there. Nothing is approved.`,
  };
}

/** What an ask replies when the question could not be stored, or not read afterwards. */
export function askUnavailable(id: string, question: string, type: AskUserResult['type']): AskUserResult {
  return {
    correlationId: id,
    question,
    type,
    status: 'unavailable',
    answered: false,
    handoffAction: 'stop',
    hint: 'Nod cannot reach its database. Stop here; nothing was approved. Ask again later with the same requestId.',
  };
}

/** What wait_for_answer replies for a question in this state (the table of spec 2.4). */
export function waitReply(row: QuestionRow | undefined): WaitForAnswerResult {
  if (!row)
    return {
      answered: false,
      status: 'missing',
      handoffAction: 'stop',
      hint: 'No such question in this workspace. Stop; nothing was approved.',
    };
  switch (row.state) {
    case 'answered':
      return { answered: true, status: 'answered', ...answerOf(row) };
    case 'expired':
    case 'notified':
    case 'terminal':
      return {
        answered: false,
        status: 'expired',
        nextAction: 'ask_in_current_client',
        hint: 'This question is no longer open. Ask in your own client; nothing was approved.',
      };
    case 'cancelled':
    case 'stopped':
      return {
        answered: false,
        status: 'cancelled',
        handoffAction: 'stop',
        hint: 'The question was withdrawn. Stop: do not act as if it were approved.',
      };
    case 'pending':
      return { answered: false, status: 'pending', ...nextWhilePending(row) };
  }
}

function nextWhilePending(row: QuestionRow): Partial<WaitForAnswerResult> {
  const asksElsewhere = row.key_kind === 'connector' || row.origin === 'notification';
  const hookWaitIsOver = row.wait_ends_in_ms !== null && row.wait_ends_in_ms <= 0;
  if (asksElsewhere || hookWaitIsOver) {
    return {
      nextAction: 'ask_in_current_client',
      handoffAction: 'cancel_then_ask_in_current_client',
      hint: 'Still no answer. Cancel this question with cancel_question and handoff true, then ask in your own client.',
    };
  }
  return {
    nextAction: 'wait_for_answer',
    hint: 'Still no answer. Call wait_for_answer again; nothing is approved until it says so.',
  };
}

/** What wait_for_answer replies when the question cannot be read. */
export const waitUnavailable: WaitForAnswerResult = {
  answered: false,
  status: 'unavailable',
  handoffAction: 'stop',
  hint: 'Nod cannot reach its database. Stop here; nothing was approved.',
};
