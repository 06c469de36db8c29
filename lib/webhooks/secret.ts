import { newId, newSecret } from '@/lib/ids';
import { insertFirst, replaceSecret, type SecretRow, selectSigning } from '@/lib/webhooks/secret.sql';

const newWebhookSecret = (): string => `whsec_${newSecret()}`;

/** The secrets that sign a workspace's webhooks, the one in use first; made on first need. Two that make it at once agree on one. */
export async function signingSecrets(workspaceId: string): Promise<[SecretRow, ...SecretRow[]]> {
  const known = await selectSigning(workspaceId);
  if (hasCurrent(known)) return known;
  await insertFirst(workspaceId, newId(), newWebhookSecret());
  const made = await selectSigning(workspaceId);
  if (hasCurrent(made)) return made;
  throw new Error('No webhook secret could be made.');
}

const hasCurrent = (secrets: SecretRow[]): secrets is [SecretRow, ...SecretRow[]] => secrets[0]?.signs_until === null;

/** A workspace's webhook secret, for a key that may have it. */
export async function webhookSecret({ workspaceId }: { workspaceId: string }): Promise<{ webhookSecret: string }> {
  const [current] = await signingSecrets(workspaceId);
  return { webhookSecret: current.value };
}

/** Who rotates: a member or a key. */
type Rotating = { workspaceId: string } & ({ by: 'member'; memberId: string } | { by: 'key'; keyId: string });

/**
 * Puts another secret in the place of `from` (of the one in use, when not given); the old one still signs beside it for a day. Of
 * rotations at once one counts. Gives the secret in use, and whether this call made it.
 */
export async function replaceWebhookSecret(
  actor: Rotating,
  from?: string,
): Promise<{ current: SecretRow; rotated: boolean }> {
  const { workspaceId } = actor;
  const replaced = from ?? (await signingSecrets(workspaceId))[0].id;
  const by = actor.by === 'member' ? { member: actor.memberId } : { key: actor.keyId };
  const rotated = await replaceSecret(workspaceId, replaced, { id: newId(), value: newWebhookSecret() }, by);
  const [current] = await signingSecrets(workspaceId);
  return { current, rotated };
}

/** Rotates for a key; when another did at the same moment, its secret is the new one for both. */
export async function rotateWebhookSecret(actor: {
  by: 'key';
  workspaceId: string;
  keyId: string;
}): Promise<{ webhookSecret: string }> {
  const { current } = await replaceWebhookSecret(actor);
  return { webhookSecret: current.value };
}
