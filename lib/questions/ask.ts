import type { KeyActor } from '@/lib/actor';
import type { AskUser, AskUserResult } from '@/lib/contract/question';
import { type Delivering, type DeliveryReport, deliverQuestion, reportOf } from '@/lib/delivery/deliver';
import { planAsJson, planNow } from '@/lib/delivery/facts';
import type { DeliveryPlan } from '@/lib/delivery/plan';
import { pushLeaseMs } from '@/lib/delivery/send';
import { env } from '@/lib/env';
import { AppError, isDatabaseUnavailable, refusal } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { log } from '@/lib/log';
import { checkOutboundUrl } from '@/lib/outbound/guarded-request';
import { digestContent, isDigestOf } from '@/lib/questions/digest';
import { type CallFacts, type PreparedAsk, prepareAsk } from '@/lib/questions/prepare';
import { type AskedRow, storeQuestion } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';
import { type AskSituation, askReply, askUnavailable } from '@/lib/questions/reply';
import type { QuestionRow } from '@/lib/questions/row';
import { settledWithin } from '@/lib/questions/settled-within';
import { clampWait, noteListening, notePickedUp, type WaitingCall, waitUntilSettled } from '@/lib/questions/wait';

export interface AskCall extends WaitingCall, CallFacts {
  /** Told every five seconds while the call is blocked, in words for the person watching the agent. */
  progress?: (message: string, elapsedMs: number, totalMs: number) => void;
}

const progressEveryMs = 5000;
/** How long a reply waits for push services before it says that delivery is still going (spec 3.2). */
const deliveryGraceMs = 2000;

/**
 * Asks the person (spec 2.3): stores the question, then delivers it, then waits. Throws AppError `subscription_required`,
 * `idempotency_conflict` or `limit_reached`; a database that cannot be reached is a reply, not an error.
 */
export async function ask(actor: KeyActor, input: AskUser, call: AskCall): Promise<AskUserResult> {
  if (actor.workspaceSuspended) throw new AppError('subscription_required', 'This workspace is suspended.');
  if (input.callbackUrl) checkCallback(input.callbackUrl);
  const id = newId();
  const prepared = prepareAsk(actor, id, input, call);
  try {
    const plan = await planAsk(actor, prepared, input);
    // Held questions reach nobody, whatever the mode: they wait on the page.
    const state = prepared.fields.held && plan.state !== 'stopped' ? 'pending' : plan.state;
    const fields = { ...prepared.fields, state, delivery_mode: plan.mode };
    const stored = await store(prepared, fields, plan);
    if (stored.outcome === 'repeated') return await repeat(actor, stored, prepared, input, call, plan);
    if (stored.outcome === 'stopped') return await stopped(actor, stored, input);
    const delivering = deliverQuestion(fields, stored, plan);
    const windowMs = plan.windowMs;
    return await conclude(actor, id, { isHeld: prepared.fields.held !== null, windowMs }, input, call, delivering);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.error('an ask ended because the database cannot be reached', { question: id, error });
    const reply = askUnavailable(id, String(prepared.fields.question), prepared.fields.type as AskUserResult['type']);
    return input.wait ? reply : { ...reply, answered: undefined };
  }
}

/** Who gets this question, and when; how long its call waits. */
function planAsk(actor: KeyActor, { fields }: PreparedAsk, input: AskUser): Promise<DeliveryPlan> {
  const { tags, externalIds, subscriberIds } = input;
  return planNow(
    { workspaceId: actor.workspaceId, sessionId: fields.session_id, machineId: fields.machine_id },
    {
      subject: 'question',
      speaksFor: actor.memberId,
      tags,
      externalIds,
      subscriberIds,
      urgent: fields.danger.length > 0,
    },
  );
}

/** The kill switch is on: said before anything else, also about a question that was asked before. */
async function stopped(actor: KeyActor, stored: AskedRow, input: AskUser): Promise<AskUserResult> {
  const row = stored.id ? await readQuestion(actor.workspaceId, stored.id) : undefined;
  if (!row) throw new AppError('unavailable', 'The question could not be read.');
  const reply = askReply({ ...row, state: 'stopped' }, 'returned_at_once');
  return input.wait ? reply : { ...reply, answered: undefined };
}

/** An address that would be refused when the answer is delivered is refused now, by name (spec 3.7). */
function checkCallback(callbackUrl: string): void {
  if (env().allowPrivateCallbacks) return;
  try {
    checkOutboundUrl(callbackUrl, [], true);
  } catch (error) {
    throw refusal('callbackUrl', error instanceof Error ? error.message : 'cannot be called', { cause: error });
  }
}

async function store(prepared: PreparedAsk, fields: Record<string, unknown>, plan: DeliveryPlan): Promise<AskedRow> {
  const digested = { ...fields, content_digest: await digestContent(prepared.content) };
  const stored = await storeQuestion(digested, prepared.lifetimeMs, planAsJson(plan), pushLeaseMs);
  if (stored.outcome === 'session_limit') {
    throw new AppError(
      'limit_reached',
      `This agent session already has ${stored.limit_value} open questions, its limit (pending per session).`,
    );
  }
  if (stored.outcome === 'workspace_limit') {
    throw new AppError(
      'limit_reached',
      `This workspace already has ${stored.limit_value} open questions, its limit (pending per workspace).`,
    );
  }
  return stored;
}

/** The same call again: the same question in its present state, and nothing is sent a second time. */
async function repeat(
  actor: KeyActor,
  stored: AskedRow,
  prepared: PreparedAsk,
  input: AskUser,
  call: AskCall,
  plan: DeliveryPlan,
): Promise<AskUserResult> {
  const row = stored.id ? await readQuestion(actor.workspaceId, stored.id) : undefined;
  if (!row) throw new AppError('unavailable', 'The repeated question could not be read.');
  if (!(await isDigestOf(row.content_digest, prepared.content))) {
    throw new AppError(
      'idempotency_conflict',
      'This requestId or toolUseId was used for a question with other content. Nothing was sent.',
    );
  }
  const report = await reportOf(row);
  const delivering = { report: () => report, done: Promise.resolve() };
  // The window of now, of the question as it was asked: a repeat may say otherwise than the first.
  return conclude(actor, row.id, { isHeld: row.held !== null, windowMs: plan.windowMs }, input, call, delivering);
}

/** Waits as asked and says how it ended. */
async function conclude(
  actor: KeyActor,
  id: string,
  { isHeld, windowMs }: { isHeld: boolean; windowMs: number },
  input: AskUser,
  call: AskCall,
  delivering: Delivering,
): Promise<AskUserResult> {
  const { workspaceId } = actor;
  const reply = async (row: QuestionRow | undefined, situation: AskSituation) => {
    if (!row) throw new AppError('unavailable', 'The question could not be read.');
    if (!call.signal?.aborted) notePickedUp(row);
    const report = await reportNow(row, delivering);
    const result = askReply(row, situationOf(situation, report), row.held ? undefined : report, windowMs);
    // A call that did not wait is not told that it waited in vain (spec 2.3).
    return input.wait || result.answered ? result : { ...result, answered: undefined, timedOut: undefined };
  };
  const read = () => readQuestion(workspaceId, id);

  if (isHeld) return reply(await read(), 'held');
  const row = delivering.report().nobody ? await read() : undefined;
  // Settled when it was stored (alert only, in the terminal): reaching nobody is what its mode says.
  if (row?.state === 'pending') return reply(row, 'nobody_reached');
  const totalMs = clampWait(input.timeoutMs ?? windowMs);
  if (!input.wait) {
    await settledWithin(delivering.done, deliveryGraceMs);
    return reply(await read(), 'returned_at_once');
  }

  const endsAt = call.receivedAt + totalMs;
  // Every device refused the push for good and no page is open: nobody will answer, so the wait ends here.
  const unreachable = new AbortController();
  void delivering.done.then(() => delivering.report().nobody && unreachable.abort());
  const stop = AbortSignal.any([unreachable.signal, ...(call.signal ? [call.signal] : [])]);
  const leave = noteListening(workspaceId, id, endsAt, call.signal);
  const progress = call.progress && setInterval(() => tellProgress(call, delivering, endsAt, totalMs), progressEveryMs);
  try {
    return await reply(await waitUntilSettled(workspaceId, id, endsAt, stop), 'wait_ended');
  } finally {
    clearInterval(progress);
    leave();
  }
}

/** What was delivered by now. Of what was held when it was asked, only the rows know. */
async function reportNow(row: QuestionRow, delivering: Delivering): Promise<DeliveryReport> {
  const report = delivering.report();
  return report.heldBack ? reportOf(row) : report;
}

const situationOf = (situation: AskSituation, report: DeliveryReport): AskSituation =>
  situation !== 'held' && report.nobody ? 'nobody_reached' : situation;

function tellProgress(call: AskCall, delivering: Delivering, endsAt: number, totalMs: number): void {
  const leftMs = Math.max(0, endsAt - performance.now());
  const { counts, heldBack } = delivering.report();
  const devices = counts.web + counts.mobile;
  // What was held may have rung since: only the rows know, and progress is not worth reading them.
  const where = heldBack ? '' : devices === 1 ? ' on 1 device' : ` on ${devices} devices`;
  call.progress?.(`waiting for you${where}, ${Math.ceil(leftMs / 1000)} s left`, totalMs - leftMs, totalMs);
}
