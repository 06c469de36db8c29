import type { z } from 'zod';
import type { KeyActor } from '@/lib/actor';
import type { Reachability } from '@/lib/contract/end-user';
import { externalIdFor } from '@/lib/decisions/prepare';
import { countDevices } from '@/lib/end-users/end-users.sql';

/** Whether an end user can be asked, in the words of the wire. */
export interface Reach {
  reachable: boolean;
  reachableChannels: number;
  deviceCount: number;
  hint?: string;
}

/** What is known of an end user's reach from how many devices of theirs are on; without an external id nobody is named. */
export function reachOf(deviceCount: number, externalId: string | null): Reach {
  const reachable = deviceCount > 0;
  return {
    reachable,
    // Web Push is the one channel there is.
    reachableChannels: reachable ? 1 : 0,
    deviceCount,
    ...(reachable ? {} : { hint: externalId === null ? nobodyNamed : nobodyEnrolled }),
  };
}

const nobodyNamed = 'No end user is named: nobody was alerted. Give externalId, or pass on the answer yourself.';
const nobodyEnrolled =
  'This end user has no device: nobody was alerted. Enrol one (POST /enroll), or open the decision with approvalUrl: true and deliver the link.';

const hints = {
  push: 'Decisions reach this end user by push.',
  fallback:
    'Nobody is enrolled. Enrol a device (POST /enroll), or open decisions with approvalUrl: true and deliver the link yourself.',
  unreachable: 'No end user is named. Give externalId.',
};

/** Whether a decision can reach an end user, and by whose hands. Stores nothing; somebody unknown looks like somebody without a device. */
export async function reachability(actor: KeyActor, named: string | undefined): Promise<z.infer<typeof Reachability>> {
  const externalId = externalIdFor(actor, named);
  const deviceCount = externalId === null ? 0 : await countDevices(actor.workspaceId, externalId);
  const deliverability = externalId === null ? 'unreachable' : deviceCount > 0 ? 'push' : 'fallback';
  return {
    externalId: externalId ?? '',
    deliverability,
    ...reachOf(deviceCount, externalId),
    webEndpoints: deviceCount,
    hint: hints[deliverability],
  };
}
