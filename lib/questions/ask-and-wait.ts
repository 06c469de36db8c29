import type { KeyActor } from '@/lib/actor';
import type { DeliveryMode } from '@/lib/contract/question';
import { type Delivering, type DeliveryReport, deliverQuestion, reportOf } from '@/lib/delivery/deliver';
import { planAsJson, planNow } from '@/lib/delivery/facts';
import type { DeliveryPlan } from '@/lib/delivery/plan';
import { pushLeaseMs } from '@/lib/delivery/send';
import { AppError } from '@/lib/errors';
import { askingMode } from '@/lib/policies/asking-mode';
import { digestContent, isDigestOf } from '@/lib/questions/digest';
import type { CallFacts, PreparedAsk } from '@/lib/questions/prepare';
import type { AskedRow, storeQuestion } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';
import type { AskSituation } from '@/lib/questions/reply';
import type { QuestionRow } from '@/lib/questions/row';
import { settledWithin } from '@/lib/questions/settled-within';
import { clampWait, noteListening, notePickedUp, type WaitingCall, waitUntilSettled } from '@/lib/questions/wait';

export interface AskCall extends WaitingCall, CallFacts {
  /** Told every five seconds while the call is blocked, in words for the person watching the agent. */
  progress?: (message: string, elapsedMs: number, totalMs: number) => void;
}

/** What is asked, however it is replied to. */
export interface Asking {
  prepared: PreparedAsk;
  /** Which devices; all of them when absent. */
  targets?: { tags?: string[] | undefined; externalIds?: string[] | undefined; subscriberIds?: string[] | undefined };
  wait: boolean;
  /** How long to wait, in milliseconds; by the person's mode when absent. */
  timeoutMs?: number | undefined;
  /** How it is stored: storeQuestion(), or a statement around it. */
  store: typeof storeQuestion;
}

/** How a call that asked came to its end. */
export interface AskEnding {
  row: QuestionRow;
  situation: AskSituation;
  /** Absent for what was held or stopped: nothing was to be delivered. */
  report?: DeliveryReport | undefined;
  windowMs?: number | undefined;
}

const progressEveryMs = 5000;
/** How long a reply waits for push services before it says that delivery is still going (spec 3.2). */
const deliveryGraceMs = 2000;

/**
 * Stores a question, then delivers it, then waits (spec 2.3). Throws AppError `idempotency_conflict`, `limit_reached` or `unavailable`,
 * and the error of a database that cannot be reached.
 */
export async function askAndWait(actor: KeyActor, asking: Asking, call: AskCall): Promise<AskEnding> {
  const { prepared } = asking;
  const plan = await planAsk(actor, asking);
  // Held questions reach nobody, whatever the mode: they wait on the page.
  const state = prepared.fields.held && plan.state !== 'stopped' ? 'pending' : plan.state;
  const fields = { ...prepared.fields, state, delivery_mode: plan.mode };
  const stored = await store(asking, fields, plan);
  if (stored.outcome === 'repeated') return repeat(actor, stored, asking, call, plan);
  // The kill switch is on: said before anything else, also about a question that was asked before.
  if (stored.outcome === 'stopped') {
    return { row: { ...(await readStored(actor, stored)), state: 'stopped' }, situation: 'returned_at_once' };
  }
  const delivering = deliverQuestion(fields, stored, plan);
  const waiting = { isHeld: prepared.fields.held !== null, windowMs: plan.windowMs };
  return conclude(actor, prepared.fields.id, waiting, asking, call, delivering);
}

/** Who gets this question, and when; how long its call waits. */
async function planAsk(actor: KeyActor, { prepared, targets }: Asking): Promise<DeliveryPlan> {
  const { fields } = prepared;
  const { tags, externalIds, subscriberIds } = targets ?? {};
  const ruleMode = await ruleModeOf(actor, prepared);
  return planNow(
    { workspaceId: actor.workspaceId, sessionId: fields.session_id, machineId: fields.machine_id },
    {
      subject: 'question',
      speaksFor: actor.memberId,
      tags,
      externalIds,
      subscriberIds,
      urgent: fields.danger.length > 0,
      ruleMode,
    },
  );
}

/** A rule about a hook's call may say how it is asked. */
function ruleModeOf(actor: KeyActor, { fields, content }: Asking['prepared']): Promise<DeliveryMode | undefined> {
  const { toolName, toolTarget } = content;
  if (fields.is_hook_ask !== true || !toolName || !toolTarget) return Promise.resolve(undefined);
  return askingMode({
    workspaceId: actor.workspaceId,
    toolName,
    target: toolTarget,
    repoKey: typeof fields.repo_key === 'string' ? fields.repo_key : null,
    sessionId: fields.session_id,
    machineId: fields.machine_id,
  });
}

async function store(asking: Asking, fields: Record<string, unknown>, plan: DeliveryPlan): Promise<AskedRow> {
  const { prepared } = asking;
  const digested = { ...fields, content_digest: await digestContent(prepared.content) };
  const stored = await asking.store(digested, prepared.lifetimeMs, planAsJson(plan), pushLeaseMs);
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

async function readStored(actor: KeyActor, stored: AskedRow): Promise<QuestionRow> {
  const row = stored.id ? await readQuestion(actor.workspaceId, stored.id) : undefined;
  if (!row) throw new AppError('unavailable', 'The question could not be read.');
  return row;
}

/** The same call again: the same question in its present state, and nothing is sent a second time. */
async function repeat(
  actor: KeyActor,
  stored: AskedRow,
  asking: Asking,
  call: AskCall,
  plan: DeliveryPlan,
): Promise<AskEnding> {
  const row = await readStored(actor, stored);
  if (!(await isDigestOf(row.content_digest, asking.prepared.content))) {
    throw new AppError(
      'idempotency_conflict',
      'This requestId or toolUseId was used for a question with other content. Nothing was sent.',
    );
  }
  const report = await reportOf(row);
  const delivering = { report: () => report, done: Promise.resolve() };
  // The window of now, of the question as it was asked: a repeat may say otherwise than the first.
  return conclude(actor, row.id, { isHeld: row.held !== null, windowMs: plan.windowMs }, asking, call, delivering);
}

/** Waits as asked and says how it ended. */
async function conclude(
  actor: KeyActor,
  id: string,
  { isHeld, windowMs }: { isHeld: boolean; windowMs: number },
  asking: Asking,
  call: AskCall,
  delivering: Delivering,
): Promise<AskEnding> {
  const { workspaceId } = actor;
  const ending = async (row: QuestionRow | undefined, situation: AskSituation): Promise<AskEnding> => {
    if (!row) throw new AppError('unavailable', 'The question could not be read.');
    if (!call.signal?.aborted) notePickedUp(row);
    const report = await reportNow(row, delivering);
    return { row, situation: situationOf(situation, report), report: row.held ? undefined : report, windowMs };
  };
  const read = () => readQuestion(workspaceId, id);

  if (isHeld) return ending(await read(), 'held');
  const row = delivering.report().nobody ? await read() : undefined;
  // Settled when it was stored (alert only, in the terminal): reaching nobody is what its mode says.
  if (row?.state === 'pending') return ending(row, 'nobody_reached');
  const totalMs = clampWait(asking.timeoutMs ?? windowMs);
  if (!asking.wait) {
    await settledWithin(delivering.done, deliveryGraceMs);
    return ending(await read(), 'returned_at_once');
  }

  const endsAt = call.receivedAt + totalMs;
  // Every device refused the push for good and no page is open: nobody will answer, so the wait ends here.
  const unreachable = new AbortController();
  void delivering.done.then(() => delivering.report().nobody && unreachable.abort());
  const stop = AbortSignal.any([unreachable.signal, ...(call.signal ? [call.signal] : [])]);
  const leave = noteListening(workspaceId, id, endsAt, call.signal);
  const progress = call.progress && setInterval(() => tellProgress(call, delivering, endsAt, totalMs), progressEveryMs);
  try {
    return await ending(await waitUntilSettled(workspaceId, id, endsAt, stop), 'wait_ended');
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
