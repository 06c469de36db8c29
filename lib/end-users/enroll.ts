import type { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import type { Enrolment } from '@/lib/contract/end-user';
import { externalIdFor } from '@/lib/decisions/prepare';
import { countDevices, insertEnrolment } from '@/lib/end-users/end-users.sql';
import { env } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { newId, newSecret, sha256 } from '@/lib/ids';

/** How long the link works, in seconds (spec 6.4). */
const lifetimeSeconds = 900;

/**
 * Makes a link that connects one browser of an end user, once. Only the hash of its token is stored. Throws AppError `forbidden` for a bound
 * key that names somebody else, `refused` where it would add a browser to those that there are: its holder could answer from it.
 */
export async function enrollEndUser(actor: KeyActor, named: string): Promise<z.infer<typeof Enrolment>> {
  const externalId = externalIdFor(actor, named) ?? named;
  if (actor.boundTo && (await countDevices(actor.workspaceId, externalId)) > 0)
    throw new AppError('refused', 'This end user has a device already, and a bound key adds none.', {
      hint: 'Make the link with a full key.',
    });
  const token = newSecret();
  // In the sandbox nobody is asked, so there is nobody to connect: its link opens nothing.
  if (actor.keyKind !== 'sandbox')
    await insertEnrolment({
      id: newId(),
      workspaceId: actor.workspaceId,
      externalId,
      tokenHash: sha256(token),
      keyId: actor.keyId,
      byBoundKey: actor.boundTo !== undefined,
      forSeconds: lifetimeSeconds,
    });
  const link = `${env().url}/e/${token}`;
  // There is no app that another scheme would open.
  return { externalId, token, deepLink: link, universalLink: link, expiresInSeconds: lifetimeSeconds };
}
