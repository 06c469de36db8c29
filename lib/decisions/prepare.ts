import type { KeyActor } from '@/lib/actor';
import type { CreateDecision } from '@/lib/contract/decision';
import type { Presentation } from '@/lib/contract/decision-presentation';
import { characters, cut } from '@/lib/contract/text';
import { AppError } from '@/lib/errors';
import type { DecisionFacts } from '@/lib/questions/row';
import { shownOptions } from '@/lib/questions/shown-options';
import { isSecretName, redact, secretMark } from '@/lib/redact';

export interface PreparedDecision {
  /** Columns of the question table, ready for nod_ask(). */
  fields: Record<string, unknown> & { id: string; workspace_id: string; state: 'pending'; agent_name: string };
  lifetimeMs: number;
  /** All that was asked for, for the digest: everything but how long the call waits and the key of the repeat. */
  content: string;
}

const hourSeconds = 3600;
const shown = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : redact(text);

const cutMarked = (text: string | null, max: number): string | null =>
  text !== null && characters(text) > max ? `${cut(text, max - 1)}…` : text;

/** Whom a key asks: a bound key its one end user, others whom they name. Throws AppError `forbidden` for a bound key that names another. */
export function externalIdFor(actor: KeyActor, externalId: string | undefined): string | null {
  const named = externalId || null;
  if (!actor.boundTo) return named;
  if (named !== null && named !== actor.boundTo.externalId)
    throw new AppError('forbidden', 'externalId: this key is bound to another end user.');
  return actor.boundTo.externalId;
}

/** Turns valid input into the row to store. Reads nothing, writes nothing; throws AppError `forbidden` for what a bound key may not. */
export function prepareDecision(actor: KeyActor, id: string, input: CreateDecision): PreparedDecision {
  const isSandbox = actor.keyKind === 'sandbox';
  const outcome = isSandbox ? (input.sandboxOutcome ?? 'approve') : undefined;
  const externalId = externalIdFor(actor, input.externalId);
  // Whoever gets the link can answer with it, and such a key never may.
  if (input.approvalUrl && actor.boundTo)
    throw new AppError('forbidden', 'approvalUrl: a bound key may not answer, so it gets no link that answers.');
  return {
    lifetimeMs: (input.expiresInSeconds ?? hourSeconds) * 1000,
    content: contentOf({ ...input, externalId }),
    fields: {
      id,
      workspace_id: actor.workspaceId,
      kind: 'decision',
      origin: 'decision',
      state: 'pending',
      key_id: actor.keyId,
      key_kind: actor.keyKind,
      external_id: externalId,
      agent_name: redact(input.agentName?.trim() ?? ''),
      type: input.type,
      question: redact(input.question),
      options: input.type === 'select' ? shownOptions(input.options ?? []) : [],
      placeholder: shown(input.placeholder),
      context: shown(input.context),
      wire: {
        question: input.question,
        ...(input.type === 'select' ? { options: input.options } : {}),
        ...(input.context === undefined ? {} : { context: input.context }),
      },
      tool_name: cutMarked(shown(input.toolName), 100),
      tool_target: cutMarked(shown(input.toolTarget), 80),
      decision: factsOf(input, outcome),
      // Its time is the database's business.
      sandbox_due_at: outcome === 'approve' || outcome === 'deny' ? '1970-01-01T00:00:00Z' : null,
      danger: [],
      idempotency_key: input.idempotencyKey === undefined ? null : `decision:${input.idempotencyKey}`,
      is_hook_ask: false,
      // What a sandbox key opens is no work of anybody's.
      env: isSandbox ? 'test' : null,
      held: null,
      delivery_mode: 'push_only',
      tags: [],
      external_ids: [],
      subscriber_ids: [],
      callback_url: input.callbackUrl ?? null,
      require_reachable: input.requireReachable === true,
    },
  };
}

/** What is kept beside the question; the texts without their secrets. */
function factsOf(input: CreateDecision, sandboxOutcome: DecisionFacts['sandboxOutcome']): DecisionFacts {
  const { email, actor, environment, parameters, presentation, poweredBy, approvalUrl } = input;
  return {
    ...(email ? { email } : {}),
    ...(shown(actor) ? { actor: redact(actor ?? '') } : {}),
    ...(shown(environment) ? { environment: redact(environment ?? '') } : {}),
    ...(parameters ? { parameters: redactedParameters(parameters) } : {}),
    ...(presentation ? { presentation: redactedPresentation(presentation) } : {}),
    poweredBy,
    approvalUrl,
    ...(sandboxOutcome ? { sandboxOutcome } : {}),
  };
}

const redactedParameters = (parameters: NonNullable<CreateDecision['parameters']>) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      isSecretName(name) ? secretMark : typeof value === 'string' ? redact(value) : value,
    ]),
  );

const redactedPresentation = ({ label, effect, changes, risk }: Presentation): Presentation => ({
  label: redact(label),
  effect: redact(effect),
  ...(changes ? { changes: changes.map((change) => ({ ...change, label: redact(change.label) })) } : {}),
  ...(risk ? { risk: redact(risk) } : {}),
});

function contentOf(
  input: CreateDecision | (Omit<CreateDecision, 'externalId'> & { externalId: string | null }),
): string {
  const {
    wait: _wait,
    timeoutSeconds: _timeout,
    idempotencyKey: _key,
    expiresInSeconds = hourSeconds,
    ...content
  } = input;
  return `decision ${JSON.stringify(sorted({ ...content, expiresInSeconds }))}`;
}

/** The same value with the members of each object in one order: a client may write them in another when it tries again. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
