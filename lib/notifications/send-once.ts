import type { KeyActor } from '@/lib/actor';
import type { Send, Sent } from '@/lib/contract/send';
import { AppError } from '@/lib/errors';
import { withoutSecrets } from '@/lib/notifications/kept';
import { type SendingRow, selectSending } from '@/lib/notifications/notifications.sql';
import { heldBackHint, notify, warningOf } from '@/lib/notifications/notify';
import { isKeyedDigestOf, keyedDigest } from '@/lib/secrets/keyed-digest';

/**
 * Tells the people of a workspace something on behalf of a program (spec 6.4). The same idempotencyKey with the same content sends once.
 * Throws AppError `subscription_required`, `limit_reached` or `idempotency_conflict`; nobody connected is a success with a warning.
 */
export async function sendOnce(actor: KeyActor, input: Send): Promise<Sent> {
  const { idempotencyKey, data, metadata, ...message } = input;
  const content = contentOf(input);
  const { id, outcome, limits } = await notify(
    actor,
    message,
    {},
    {
      idempotency_key: idempotencyKey ?? null,
      content_digest: idempotencyKey === undefined ? null : await keyedDigest(content),
      extra: data || metadata ? { data: withoutSecrets(data), metadata: withoutSecrets(metadata) } : null,
    },
  );
  // Read in both cases: the first answer and the repeated one are made of the same facts.
  const row = await selectSending(actor.workspaceId, id);
  if (!row) throw new AppError('unavailable', 'The notification could not be read.');
  if (outcome === 'stored') return sentReply(row, limits);
  if (!row.content_digest || !(await isKeyedDigestOf(row.content_digest, content)))
    throw new AppError('idempotency_conflict', 'This idempotencyKey was used for other content. Nothing was sent.', {
      hint: 'Use a new key for a new notification.',
    });
  return { ...sentReply(row, limits), duplicate: true };
}

/** What a repeat must have in common with the first call: everything, as it came. An empty list narrows nothing, like none. */
function contentOf({ idempotencyKey: _key, ...content }: Send): string {
  const given = Object.entries(content).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return JSON.stringify(Object.fromEntries(given), inOrderOfName);
}

/** Two clients, or one client twice, may write the same object in another order. */
const inOrderOfName = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

function sentReply(row: SendingRow, limits: Sent['limits']): Sent {
  const { id: notificationId, accepted: sent, on_the_way: waiting, planned, tried, suppressed } = row;
  const told = { success: true, notificationId, sent, limits } as const;
  if (suppressed) return { ...told, suppressed, hint: heldBackHint(suppressed) };
  const warning = warningOf({ planned, tried, sent, waiting });
  return {
    ...told,
    ...(waiting > 0 ? ({ status: 'queued', queued: waiting } as const) : {}),
    ...(warning ? { warning } : {}),
  };
}
