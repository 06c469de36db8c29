import type { DigestText } from '@/lib/delivery/deliveries.sql';
import { readFacts } from '@/lib/delivery/facts';
import { cutAtWord } from '@/lib/delivery/payload';
import { modeOf } from '@/lib/delivery/plan';
import { heldBackUntil } from '@/lib/delivery/quiet-hours';
import { pushLeaseMs } from '@/lib/delivery/send';
import {
  claimDigest,
  type Digested,
  type DueDigest,
  type HeldPush,
  postponeDigest,
  selectDueDigests,
  selectHeldBack,
} from '@/lib/due/digests.sql';
import { eachOf } from '@/lib/due/each-of';
import { sendClaimed } from '@/lib/due/pushes';

/** Tells each member whose snooze or quiet hours are over, in one push, what was held back and still matters (spec 3.5). */
export async function sendDigests(limit: number): Promise<number> {
  return eachOf(await selectDueDigests(limit), tell);
}

async function tell(digest: DueDigest): Promise<void> {
  const facts = await readFacts({ workspaceId: digest.workspace_id });
  const member = facts.members.find(({ id }) => id === digest.member_id);
  const inAgent = modeOf(member, facts) === 'terminal_only';
  // Who is still at rest, or wants nothing pushed for a while, is told afterwards.
  const later = (member && heldBackUntil(facts.now, member)?.until) ?? (inAgent ? member?.override?.until : undefined);
  if (later) return postponeDigest(digest, later);
  const devices = facts.devices.filter(({ memberId }) => memberId === digest.member_id).map(({ id }) => id);
  const made = digestOf(await selectHeldBack(digest), devices, inAgent);
  sendClaimed(await claimDigest(digest, made, pushLeaseMs));
}

/**
 * What becomes of each push that was held back. The digest goes to the devices that would have had them, or to all that the member has
 * now when none of those is left; a push counts as told only where it is shown.
 */
export function digestOf(held: HeldPush[], activeDevices: string[], inAgent: boolean): Digested {
  const matter = held.filter(({ matters }) => matters);
  const theirs = [...new Set(matter.filter((push) => push.device_active).map((push) => push.device_id))];
  const devices = inAgent || matter.length === 0 ? [] : theirs.length > 0 ? theirs : activeDevices;
  const things = [...new Map(matter.map((push) => [push.id, push])).values()];
  const [only] = things;
  const reasonOf = (push: HeldPush): string | undefined => {
    if (!push.matters) return 'settled';
    if (inAgent) return 'terminal_only';
    return devices.includes(push.device_id) ? undefined : 'device_gone';
  };
  return {
    devices,
    told: held.filter((push) => reasonOf(push) === undefined).map((push) => push.delivery_id),
    closed: held.flatMap((push) => {
      const reason = reasonOf(push);
      return reason ? [{ id: push.delivery_id, reason }] : [];
    }),
    text: devices.length > 0 ? digestText(things) : undefined,
    singleQuestion: things.length === 1 && only?.kind === 'question' ? only.id : undefined,
  };
}

/** What the one push says. */
function digestText(things: Pick<HeldPush, 'kind' | 'title'>[]): DigestText {
  const of = (kind: HeldPush['kind'], one: string, many: string) => {
    const count = things.filter((thing) => thing.kind === kind).length;
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  };
  const questions = of('question', 'question', 'questions');
  const others = [...of('update', 'update', 'updates'), ...of('reminder', 'reminder', 'reminders')];
  const waits =
    questions.length > 0 ? `${questions[0]} ${questions[0] === '1 question' ? 'waits' : 'wait'}` : undefined;
  const title = waits ? [waits, ...others].join(', ') : `While you rested: ${others.join(', ')}`;
  const body = things
    .slice(0, 3)
    .map((thing) => cutAtWord(thing.title, 80))
    .join(' · ');
  return { title, body, path: waits ? '/' : '/activity' };
}
