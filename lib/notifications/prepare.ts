import type { KeyActor } from '@/lib/actor';
import type { SendNotification } from '@/lib/contract/notification';
import { AskUser } from '@/lib/contract/question';
import type { NotificationFields } from '@/lib/notifications/notifications.sql';
import { digestContent } from '@/lib/questions/digest';
import { type CallFacts, type PreparedAsk, prepareAsk } from '@/lib/questions/prepare';
import { redact } from '@/lib/redact';

/** Every string in a context with its secrets removed; empty parts are left out. */
function redactedContext(context: NonNullable<SendNotification['context']>): Record<string, unknown> {
  const { askQuestion: _asked, ...shown } = context;
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    return Array.isArray(value) ? value.filter((entry) => String(entry).trim() !== '').map(clean) : value;
  };
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, clean(value)]));
}

/** Turns a valid notification into the row to store, but for what the delivery plan says of it. */
export function prepareNotification(
  actor: KeyActor,
  id: string,
  input: SendNotification,
  facts: CallFacts,
): Omit<NotificationFields, 'suppressed'> {
  const { context } = input;
  const sessionId = input.sessionId ?? facts.runtimeSessionId ?? null;
  const isTargeted = [input.tags, input.externalIds, input.subscriberIds].some((list) => list && list.length > 0);
  return {
    id,
    workspace_id: actor.workspaceId,
    key_id: actor.keyId,
    type: context?.type ?? 'info',
    title: redact(input.title),
    body: redact(input.body),
    url: context ? null : (input.url ?? null),
    icon_url: input.iconUrl ?? null,
    image_url: input.imageUrl ?? null,
    context: context ? redactedContext(context) : null,
    agent_name: redact(input.agentName?.trim() || facts.clientName || ''),
    session_id: sessionId,
    machine_id: input.machineId ?? null,
    // Whether that session is known is decided where it is stored.
    completion: context?.type === 'task_complete' && !isTargeted && sessionId !== null,
    env: input.env === 'test' || facts.testTraffic ? 'test' : null,
  };
}

/** The row of the question that comes along with a notification: open for ten minutes, shown in the notification itself. */
export async function prepareEmbedded(
  actor: KeyActor,
  id: string,
  input: SendNotification,
  embedded: NonNullable<NonNullable<SendNotification['context']>['askQuestion']>,
  facts: CallFacts,
): Promise<PreparedAsk['fields'] & { content_digest: string }> {
  const { agentName, sessionId, machineId, env, tags, externalIds, subscriberIds } = input;
  const ask = AskUser.parse({ ...embedded, agentName, sessionId, machineId, env, tags, externalIds, subscriberIds });
  const { content, fields } = prepareAsk(actor, id, ask, { ...facts, runtimeCallId: undefined });
  return { ...fields, origin: 'notification', content_digest: await digestContent(content) };
}
