import type { KeyActor } from '@/lib/actor';
import type { AskUser } from '@/lib/contract/question';
import { characters, cut } from '@/lib/contract/text';
import { dangerOfQuestion } from '@/lib/policies/danger-of-command';
import { canonicalTool, kindOfTool } from '@/lib/policies/tool-names';
import type { DigestedContent } from '@/lib/questions/digest';
import type { RichShape } from '@/lib/questions/row';
import { shownOptions } from '@/lib/questions/shown-options';
import { redact, redactDeeply } from '@/lib/redact';
import { redactCommand, withoutPlainSecrets } from '@/lib/redact-command';

/** What a runtime tells about a call beside its arguments. */
export interface CallFacts {
  /** The runtime's own id of this tool call, for when the arguments have none. */
  runtimeCallId?: string;
  runtimeSessionId?: string;
  /** The MCP client's name for itself. */
  clientName?: string;
  /** The connection is marked as test traffic. */
  testTraffic?: boolean;
}

export interface PreparedAsk {
  /** Columns of the question table, ready for nod_ask(). */
  fields: Record<string, unknown> & {
    id: string;
    held: 'test_traffic' | 'unattributed' | null;
    env: 'test' | null;
    session_id: string | null;
    machine_id: string | null;
    danger: string[];
  };
  content: DigestedContent;
  lifetimeMs: number | null;
}

export const tenMinutesMs = 10 * 60_000;
/** The page folds a body after 4000 characters (spec 2.9); the rest is kept, so that nobody approves what they cannot open. */
const bodyLimit = 100_000;
const given = (value: string | undefined): string | null => (value === undefined || value.trim() === '' ? null : value);
const shown = (value: string | undefined): string | null => {
  const kept = given(value);
  return kept === null ? null : redact(kept);
};

/** A permission ask that nobody can place is stored but not delivered (spec 2.3). */
function isUnattributed(input: AskUser, sessionId: string | null): boolean {
  const isPermission = [input.toolTarget, input.actionBody, input.toolPath, input.scopePath].some(
    (value) => given(value) !== null,
  );
  return isPermission && given(input.toolName) === null && sessionId === null;
}

function idempotencyKey(input: AskUser, facts: CallFacts): string | null {
  if (input.toolUseId) return `tool:${input.toolUseId}`;
  if (input.requestId) return `request:${input.requestId}`;
  return facts.runtimeCallId ? `runtime:${facts.runtimeCallId}` : null;
}

function richShape(input: AskUser): RichShape | null {
  const rich = input.questions?.[0];
  if (!rich) return null;
  shownOptions(rich.options.map(({ label }) => label));
  return {
    ...(given(rich.header) ? { header: redact(rich.header ?? '') } : {}),
    multiSelect: rich.multiSelect,
    allowOther: rich.allowOther ?? false,
    options: rich.options.map(({ label, description }) => ({
      label: redact(label.trim()),
      ...(given(description) ? { description: redact(description ?? '') } : {}),
    })),
  };
}

/** How secrets are removed from what a call would do. Of a command nothing is hidden that may be more than a secret. */
const redactionOf = (toolName: string | null) =>
  toolName !== null && kindOfTool(canonicalTool(toolName)) === 'shell'
    ? { sentence: redactSentence, line: withoutPlainSecrets, whole: redactCommand }
    : { sentence: redact, line: redact, whole: redactDeeply };

/** The mark at the end of "Run …?" belongs to no secret. */
function redactSentence(text: string): string {
  const end = text.endsWith('?') ? '?' : '';
  return withoutPlainSecrets(text.slice(0, text.length - end.length)) + end;
}

/** How long the question lives (spec 2.2), in milliseconds; null without a deadline. */
function lifetimeMs(actor: KeyActor, input: AskUser): number | null {
  return actor.keyKind === 'connector' || isHookAsk(input) ? tenMinutesMs : null;
}

const isHookAsk = (input: AskUser): boolean =>
  input.waitEndsAt !== undefined || (input.machineId !== undefined && given(input.actionBody) !== null);

/** Turns a valid ask into the row to store, but for its mode and state, which the delivery plan gives: secrets removed, long parts cut, danger found. Reads nothing, writes nothing. */
export function prepareAsk(actor: KeyActor, id: string, input: AskUser, facts: CallFacts): PreparedAsk {
  const sessionId = input.sessionId ?? facts.runtimeSessionId ?? null;
  const rich = input.questions?.[0];
  const shape = richShape(input);
  const type = rich ? 'select' : input.type;
  const options =
    type === 'select'
      ? (shape?.options.map((option) => option.label) ??
        shownOptions((input.options ?? []).map((option) => option.trim())))
      : [];
  const env = input.env === 'test' || facts.testTraffic ? 'test' : null;
  const question = rich?.question ?? input.question;
  const toolName = given(input.toolName);
  const toolTarget = given(input.toolTarget);
  const { sentence, line, whole } = redactionOf(toolName);
  const body = given(input.actionBody) === null ? null : whole(input.actionBody ?? '');
  return {
    content: {
      question,
      type,
      options: type === 'select' && !rich ? (input.options ?? []) : [],
      rich: rich ?? null,
      toolName,
      toolTarget,
      actionBody: given(input.actionBody),
    },
    lifetimeMs: lifetimeMs(actor, input),
    fields: {
      id,
      workspace_id: actor.workspaceId,
      kind: 'question',
      origin: 'ask',
      key_id: actor.keyId,
      key_kind: actor.keyKind,
      session_id: sessionId,
      machine_id: input.machineId ?? null,
      repo_key: shown(input.repoKey),
      agent_name: redact(given(input.agentName) ?? facts.clientName ?? ''),
      type,
      question: sentence(question),
      options,
      rich: shape,
      placeholder: shown(input.placeholder),
      context: shown(input.context),
      // Only a callback gives it back to the byte (spec 3.7).
      wire: input.callbackUrl && given(input.context) !== null ? { context: input.context } : null,
      intent: shown(input.intent),
      action: shown(input.action),
      blocker: shown(input.blocker),
      action_body: body === null ? null : cut(body, bodyLimit),
      action_body_size: body === null ? null : characters(body),
      tool_name: toolName === null ? null : cut(redact(toolName), 100),
      tool_target: toolTarget === null ? null : cut(line(toolTarget), 200),
      tool_path: input.toolPath ?? null,
      scope_path: input.scopePath ?? null,
      danger: dangerOfQuestion(
        [question, input.action, ...options, ...(shape?.options.map((option) => option.description) ?? [])],
        toolName,
        [input.toolTarget, input.actionBody],
      ).map((danger) => danger.sentence),
      ...(input.sessionToolAware === undefined ? {} : { tool_aware: input.sessionToolAware }),
      ...(input.localSurfaceAvailable === undefined ? {} : { local_surface: input.localSurfaceAvailable }),
      idempotency_key: idempotencyKey(input, facts),
      is_hook_ask: isHookAsk(input),
      // In UTC: PostgreSQL refuses some offsets that ISO 8601 allows.
      wait_ends_at: input.waitEndsAt ? new Date(input.waitEndsAt).toISOString() : null,
      env,
      held: env === 'test' ? 'test_traffic' : isUnattributed(input, sessionId) ? 'unattributed' : null,
      tags: input.tags ?? [],
      external_ids: input.externalIds ?? [],
      subscriber_ids: input.subscriberIds ?? [],
      callback_url: input.callbackUrl ?? null,
    },
  };
}
