import { type MemberActor, mayAnswer } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { replaceWebhookSecret, signingSecrets } from '@/lib/webhooks/secret';
import { selectSigning } from '@/lib/webhooks/secret.sql';

export interface SecretStanding {
  /** The one in use, once it was made. */
  current?: { id: string; createdAt: string };
  /** Until when an earlier one signs beside it. */
  earlierUntil?: string;
}

/** What everybody in the workspace may know of its webhook secret. */
export async function secretStanding(actor: MemberActor): Promise<SecretStanding> {
  const [current, earlier] = await selectSigning(actor.workspaceId);
  if (!current || current.signs_until) return {};
  return {
    current: { id: current.id, createdAt: current.created_at.toISOString() },
    ...(earlier?.signs_until ? { earlierUntil: earlier.signs_until.toISOString() } : {}),
  };
}

/** The secret itself, made on first need, for a member who asks to see it. Throws AppError `forbidden` for viewers. */
export async function readSecret(actor: MemberActor): Promise<{ id: string; value: string }> {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers do not see the webhook secret.');
  const [{ id, value }] = await signingSecrets(actor.workspaceId);
  return { id, value };
}

/**
 * Rotates the secret that the member saw to be in use; gives the id of the new one. Throws AppError `forbidden` for viewers, `changed` when
 * somebody rotated it meanwhile.
 */
export async function rotateShownSecret(actor: MemberActor, id: string): Promise<string> {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers do not rotate the webhook secret.');
  if (!isId(id)) throw new AppError('not_found', 'There is no such secret.');
  const { current, rotated } = await replaceWebhookSecret(actor, id);
  if (!rotated) throw new AppError('changed', 'It was rotated meanwhile.');
  return current.id;
}
