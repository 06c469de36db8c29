import type { GateCall, GatePolicy, GateVerdict, PolicyRule } from '@/lib/contract/policy';
import { cut } from '@/lib/contract/text';
import type { GateRow } from '@/lib/gate/facts.sql';
import { decide, type PolicyFacts } from '@/lib/policies/decide';
import type { Decision, ToolCall } from '@/lib/policies/decision';
import { presetLine } from '@/lib/policies/preset';
import { isOwnTool, toolCallOf } from '@/lib/policies/tool-call';
import { redact } from '@/lib/redact';
import { judgePath } from '@/lib/scopes/judge-path';

/** What decides a call, without the key. */
export type GateFacts = Pick<
  GateRow,
  | 'stopped'
  | 'mode'
  | 'mode_override'
  | 'push_only_seconds'
  | 'push_first_seconds'
  | 'preset'
  | 'handing_off'
  | 'rules'
  | 'scope'
>;

/** A verdict as it goes out, and what led to it. */
export interface Judged {
  verdict: GateVerdict;
  call: ToolCall;
  decision?: Decision;
}

/** What the agents’ own ways of asking their person are called here (lib/policies/tool-names.ts). */
const questionTool = 'AskUserQuestion';

const notGated: GateVerdict = { kind: 'no_opinion', reason: 'not_gated' };

/**
 * What a hook is told about a call (spec 6.5). The kill switch comes before everything. Pure: the same call under the same facts always
 * gets the same verdict.
 */
export function judge(input: GateCall, facts: GateFacts): Judged {
  const call = toolCallOf({
    toolName: input.toolName,
    toolInputs: input.toolInputs ?? [],
    ...(input.resolvedPaths ? { resolvedPaths: input.resolvedPaths } : {}),
  });
  if (facts.stopped)
    return { call, verdict: { kind: 'kill', reason: 'The person has stopped you. Stop now and do not try again.' } };
  if (isOwnTool(input.toolName)) return { call, verdict: notGated };
  const decision = decide(call, {
    preset: facts.preset,
    rules: facts.rules as unknown as PolicyRule[],
    ...(input.repoKey ? { repoKey: input.repoKey } : {}),
    folders: [input.repoRoot, input.projectDir, input.cwd].filter((folder) => folder !== undefined),
    ...scopeOf(facts.scope, input),
  });
  if (call.tool === questionTool && !decision.rule) return { call, verdict: questionVerdict(call, facts) };
  return { call, decision, verdict: verdictOf(call, decision, facts) };
}

/** A scope that names nothing that may be changed forbids and grants nothing: what is not off limits is left to the rules. */
function scopeOf(scope: GateFacts['scope'], input: GateCall): Pick<PolicyFacts, 'scope'> {
  if (!scope) return {};
  return {
    scope: (path) => {
      const finding = judgePath(scope, path, input);
      return finding.verdict === 'inside' && scope.allowedPaths.length === 0 ? undefined : finding;
    },
  };
}

/** The agent asks its person something itself: that question goes where the person is, unless it was just taken back from there. */
function questionVerdict(call: ToolCall, facts: GateFacts): GateVerdict {
  if (facts.handing_off) return { kind: 'no_opinion', reason: 'handing_off' };
  return {
    kind: 'ask',
    reason: 'The agent asks you something.',
    policy: policyOf(undefined, facts),
    questionContext: { toolName: call.tool, toolTarget: '' },
  };
}

function verdictOf(call: ToolCall, decision: Decision, facts: GateFacts): GateVerdict {
  const { effect, rule, scope } = decision;
  const reason = storable(redact(decision.reason));
  if (effect !== 'ask') return { kind: effect, reason };
  return {
    kind: 'ask',
    reason,
    policy: policyOf(rule, facts),
    questionContext: { toolName: call.tool, toolTarget: targetOf(call) },
    ...(asksOnlyByPreset(call, decision, facts) ? { ownRulesStand: true } : {}),
    ...(scope ? { scopePath: cut(storable(scope.path), 1024), scopeReason: scopeReason(scope) } : {}),
  };
}

/** Nothing asks but the last line of a preset: no rule, no scope, no danger, nothing that could not be read. */
function asksOnlyByPreset(call: ToolCall, { rule, scope, hold, parts }: Decision, { preset }: GateFacts): boolean {
  if (rule || scope || hold || preset === 'careful') return false;
  const { because } = presetLine(preset, call);
  return parts.every((part) => part.effect !== 'ask' || (!part.rule && part.because === because));
}

const scopeReason = ({ verdict, path }: NonNullable<Decision['scope']>): string =>
  verdict === 'malformed'
    ? `${path} cannot be compared with the agreed scope`
    : `wants to widen the scope: ${path} is outside of what you agreed to`;

/** How to ask: as the rule says, else as the person is asked now. */
export function policyOf(
  rule: Pick<PolicyRule, 'mode' | 'timeoutSeconds' | 'timeoutAction' | 'pushFirstSeconds'> | undefined,
  facts: Pick<GateFacts, 'mode' | 'mode_override' | 'push_only_seconds' | 'push_first_seconds'>,
): GatePolicy {
  const timeoutSeconds = rule?.timeoutSeconds ?? facts.push_only_seconds;
  return {
    mode: facts.mode_override ?? rule?.mode ?? facts.mode,
    timeoutSeconds,
    timeoutAction: rule?.timeoutAction ?? 'escalate',
    // A rule that gives its own time means it, whichever mode it is asked in.
    pushFirstSeconds: rule?.pushFirstSeconds ?? rule?.timeoutSeconds ?? facts.push_first_seconds,
  };
}

/** What the call is about, as a question names it: at most 200 characters, without secrets. */
export function targetOf(call: ToolCall): string {
  const parts = call.inputs.map(
    ({ command, paths, text }) => command ?? paths?.map(({ written }) => written).join(', ') ?? text ?? '',
  );
  return cut(storable(redact(parts.filter((part) => part !== '').join('; '))), 200);
}

/** Text as the wire takes it back and the ledger can hold it: characters that mean nothing in a command, or hide what it does, are blanks. */
export const storable = (text: string): string =>
  text.replace(/(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ');
