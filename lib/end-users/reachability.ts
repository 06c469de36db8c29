/** Whether an end user can be asked, and by whose hands, in the words of the wire. */
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
    reachableChannels: reachable ? 1 : 0,
    deviceCount,
    ...(reachable ? {} : { hint: externalId === null ? nobodyNamed : nobodyEnrolled }),
  };
}

const nobodyNamed = 'No end user is named: nobody was alerted. Give externalId, or pass on the answer yourself.';
const nobodyEnrolled =
  'This end user has no device: nobody was alerted. Enrol one (POST /enroll), or open the decision with approvalUrl: true and deliver the link.';
