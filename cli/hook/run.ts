import type { GatePolicy, GateVerdict } from '@/lib/contract/policy';
import { isOwnTool, toolCallOf } from '@/lib/policies/tool-call';
import type { AgentId, HookAnswer, HookCall } from '../agents/agent';
import { connection } from '../config';
import { callTool } from '../mcp';
import { askGate } from './ask-gate';
import { forgetHandled, overtakenQuestions, rememberHandled, takeHandled, tidyState } from './call-state';
import type { HookContext } from './context';
import { debugLog } from './debug-log';
import { leavesToOwnRules } from './own-rules';
import { readStdin } from './read-stdin';
import { repositoryOf } from './repository';
import { isAgentId, shapesOf } from './shapes';
import { sendTelemetry } from './telemetry';
import { writeOut } from './write-out';

/** Agents are told to wait longer than this (cli/setup): a hook that they end counts as one that had nothing against it. */
const guardMs = 630_000;
/** No wait goes beyond this: a question is withdrawn in what is left until the guard. */
const waitMs = 615_000;
const telemetryMs = { usual: 300, startAndEnd: 1000 };
const cancelMs = 1500;

/**
 * `nod hook <agent>`: reads what the agent wrote, and prints its answer. Ends the process itself, always with code 0; what goes wrong makes
 * the agent prompt by itself while nobody was asked, and denies the call after.
 */
export async function runHook(agentId: string): Promise<void> {
  const startedAt = performance.now();
  if (!isAgentId(agentId)) return leave(`there is no agent ${JSON.stringify(agentId.slice(0, 60))}`);
  let call: HookCall | undefined;
  let context: HookContext | undefined;
  const end = (error: unknown) =>
    void giveUp(agentId, call, context, error instanceof Error ? error.message : String(error));
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  try {
    call = shapesOf(agentId).read(await readStdin());
    context = contextOf(agentId, call, startedAt);
    guard(context, startedAt);
    if (call.event === 'before_tool' || call.event === 'permission') finish(context, await answerTool(context));
    else finish(context, await report(context));
  } catch (error) {
    end(error);
  }
}

/** Throws a sentence when nobody is signed in on this machine. */
function contextOf(agentId: AgentId, call: HookCall, startedAt: number): HookContext {
  const { server, apiKey, machineId } = connection();
  if (!server || !apiKey) throw new Error('nobody is signed in to Nod on this machine. Run: nod login');
  const cwd = call.cwd ?? process.cwd();
  const repository = repositoryOf(cwd);
  const endsAt = startedAt + waitMs;
  const canPrompt = shapesOf(agentId).canPrompt(call);
  return {
    agentId,
    call,
    cwd,
    repository,
    server,
    apiKey,
    machineId,
    canPrompt,
    endsAt,
    open: new Set(),
    mayHaveAsked: false,
  };
}

/** An event that only tells something: it holds the agent up no longer than the telling takes. */
async function report(context: HookContext): Promise<HookAnswer> {
  const { agentId, call } = context;
  const isStartOrEnd = call.event === 'session_start' || call.event === 'session_end';
  const longestMs = isStartOrEnd ? telemetryMs.startAndEnd : telemetryMs.usual;
  await Promise.all([sendTelemetry(context, longestMs), within(longestMs, cancelOvertaken(context))]);
  tidyState(agentId, call);
  return call.event === 'session_start' && call.sessionId
    ? { kind: 'tell', text: idInWords(call.sessionId) }
    : { kind: 'none' };
}

/** No agent tells its model which session it is in, and a scope holds for the session that its hooks report. */
const idInWords = (sessionId: string): string =>
  `The id of this session is ${sessionId}. Give it as sessionId to propose_scope and ask_user of the MCP server nod.`;

/** A call before it runs: the gate says whether it may, or that the person decides. */
async function answerTool(context: HookContext): Promise<HookAnswer> {
  const { agentId, call } = context;
  const handled = takeHandled(agentId, call);
  if (handled) {
    debugLog('answered before', { ...handled });
    await within(telemetryMs.usual, cancelOvertaken(context));
    return repeated(agentId, handled);
  }
  const judged = askGate(context);
  // Beside it: whoever is first, the answer is not held up.
  void sendTelemetry(context, telemetryMs.usual);
  void cancelOvertaken(context);
  const verdict = await judged;
  debugLog('verdict', { ...verdict });
  if (leavesToOwnRules(context, verdict)) {
    forgetHandled(agentId, call);
    return { kind: 'none' };
  }
  // What the gate cannot judge must not pass because of that.
  const answer = verdict ? await follow(context, verdict) : unjudged('Nod cannot judge this call.');
  rememberHandled(agentId, call, { ...answer, byPerson: verdict?.kind === 'ask' });
  return answer;
}

const unjudged = (reason: string): HookAnswer => ({ kind: 'prompt', reason });

async function follow(context: HookContext, verdict: GateVerdict): Promise<HookAnswer> {
  const { kind, reason, policy } = verdict;
  switch (kind) {
    case 'allow':
      return { kind, reason };
    case 'deny':
      return { kind, reason: reason ?? 'A rule of the person does not allow this.' };
    case 'kill':
      return { kind: 'deny', reason: reason ?? 'The person has stopped you. Stop now and do not try again.' };
    case 'no_opinion':
      return { kind: 'none' };
    case 'ask': {
      return policy ? ask(context, verdict, policy) : unjudged('Nod does not say how to ask about this call.');
    }
  }
}

/** Without a question that can be asked, the person decides where the agent runs. */
async function ask(context: HookContext, verdict: GateVerdict, policy: GatePolicy): Promise<HookAnswer> {
  try {
    const { answerCall } = await import('./answer-call');
    return await answerCall(context, verdict, policy);
  } catch (error) {
    if (unsettled(context)) throw error;
    debugLog('could not ask', { error });
    return unjudged('Nod could not ask about this call.');
  }
}

/**
 * What another event of the same call is told. Where Claude Code prompts although Nod allowed, a rule of its own wants that, and a rule of
 * Nod's does not speak against it; a person who said yes to this very call does.
 */
function repeated(agentId: AgentId, handled: NonNullable<ReturnType<typeof takeHandled>>): HookAnswer {
  if (handled.kind === 'deny') return { kind: 'deny', reason: handled.reason ?? 'This was not allowed.' };
  if (handled.kind === 'allow' && agentId === 'claude-code' && !handled.byPerson) return { kind: 'none' };
  return handled.kind === 'allow' || handled.kind === 'prompt'
    ? { kind: handled.kind, reason: handled.reason }
    : { kind: 'none' };
}

/** Takes back what was answered where the agent runs, or was left behind by a hook that was ended. */
async function cancelOvertaken(context: HookContext): Promise<void> {
  const { agentId, call } = context;
  await Promise.all(overtakenQuestions(agentId, call).map(({ correlationId }) => cancelOne(context, correlationId)));
}

async function cancelOne({ agentId, call, server, apiKey }: HookContext, correlationId: string): Promise<void> {
  try {
    const given = { correlationId, handoff: true };
    await callTool({ server, apiKey, name: 'cancel_question', arguments: given, timeoutMs: cancelMs });
    const { noteSettled } = await import('./call-state');
    noteSettled(agentId, call, correlationId);
  } catch (error) {
    debugLog('a question could not be withdrawn', { correlationId, error });
  }
}

/** Ends the hook before the agent does, and when the agent ends it or is gone: never with a question that nobody listens to. */
function guard(context: HookContext, startedAt: number): void {
  const end = (why: string) => void giveUp(context.agentId, context.call, context, why);
  setTimeout(end, guardMs - (performance.now() - startedAt), 'it waited as long as it may').unref();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => end(`it was ended (${signal})`));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end('its agent is gone'), 2000).unref();
}

const unsettled = (context: HookContext): boolean => context.open.size > 0 || context.mayHaveAsked;

/** The end of a hook that cannot answer as it should. */
async function giveUp(
  agentId: AgentId,
  call: HookCall | undefined,
  context: HookContext | undefined,
  why: string,
): Promise<void> {
  debugLog('gave up', { why });
  if (!context || !unsettled(context))
    return leave(why, call && shapesOf(agentId).print(call, ownPrompt(agentId, call)));
  const reason = `Nod asked the person and could not wait for the answer: ${why}. Nothing was approved.`;
  // What is on its way can be taken back once it has arrived.
  if (context.open.size === 0) await within(cancelMs, context.asking ?? Promise.resolve());
  await within(cancelMs, Promise.all([...context.open].map((correlationId) => cancelOne(context, correlationId))));
  writeOut(2, `nod hook ${agentId}: ${why}\n`);
  finish(context, { kind: 'deny', reason });
}

function finish({ agentId, call }: HookContext, answer: HookAnswer): void {
  debugLog('answer', { event: call.eventName, ...answer });
  writeOut(1, shapesOf(agentId).print(call, answer));
  process.exit(0);
}

/**
 * What an agent is told when Nod could not be asked: to ask its person itself, about what Nod might have asked about. Reading goes on, and
 * so does what an agent cannot be made to ask about: then its own rules decide, as they would without Nod.
 */
function ownPrompt(agentId: AgentId, call: HookCall): HookAnswer {
  const { toolName = '', toolInputs } = call;
  const { kind } = toolCallOf({ toolName, toolInputs });
  const mayAsk = ['shell', 'edit', 'mcp'].includes(kind) && !isOwnTool(toolName);
  if (call.event !== 'before_tool' || !mayAsk || !shapesOf(agentId).canPrompt(call)) return { kind: 'none' };
  return { kind: 'prompt', reason: 'Nod could not be asked whether this may run.', unasked: true };
}

/** The end without a verdict: one line says why, beside what the agent is told. */
function leave(why: string, answer = ''): void {
  debugLog('left', { why, answer });
  writeOut(2, `nod hook: ${why.replace(/\s+/g, ' ').slice(0, 500)}\n`);
  writeOut(1, answer);
  process.exit(0);
}

/** Resolves when the work is done, or after so many milliseconds. */
function within(longestMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
