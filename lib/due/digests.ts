import type { DigestText } from '@/lib/delivery/deliveries.sql';
import { readFacts } from '@/lib/delivery/facts';
import { cutAtWord } from '@/lib/delivery/payload';
import { modeOf } from '@/lib/delivery/plan';
import { heldBackUntil } from '@/lib/delivery/quiet-hours';
import { pushLeaseMs } from '@/lib/delivery/send';
import { claimDigest, type HeldThing, postponeDigest, selectDueDigests, selectHeldBack } from '@/lib/due/digests.sql';
import { sendClaimed } from '@/lib/due/pushes';

/** Tells each member whose snooze or quiet hours are over, in one push, what was held back and still matters (spec 3.5). */
export async function sendDigests(limit: number): Promise<number> {
  const due = await selectDueDigests(limit);
  for (const digest of due) {
    const facts = await readFacts({ workspaceId: digest.workspace_id });
    const { now, members } = facts;
    const member = members.find(({ id }) => id === digest.member_id);
    const rest = member && heldBackUntil(now, member);
    if (rest) {
      await postponeDigest(digest, rest.until);
      continue;
    }
    // Who wants nothing pushed by now finds it in Nod.
    const held = modeOf(member, facts) === 'terminal_only' ? [] : await selectHeldBack(digest);
    const [only] = held;
    const single = held.length === 1 && only?.kind === 'question' ? only.id : undefined;
    sendClaimed(await claimDigest(digest, digestText(held), single, pushLeaseMs));
  }
  return due.length;
}

/** What the one push says; undefined when nothing of it still matters. */
export function digestText(held: HeldThing[]): DigestText | undefined {
  const [first] = held;
  if (!first) return undefined;
  const of = (kind: HeldThing['kind'], one: string, many: string) => {
    const count = held.filter((thing) => thing.kind === kind).length;
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  };
  const questions = of('question', 'question', 'questions');
  const others = [...of('update', 'update', 'updates'), ...of('reminder', 'reminder', 'reminders')];
  const waits =
    questions.length > 0 ? `${questions[0]} ${questions[0] === '1 question' ? 'waits' : 'wait'}` : undefined;
  const title = waits ? [waits, ...others].join(', ') : `While you rested: ${others.join(', ')}`;
  const body = held
    .slice(0, 3)
    .map((thing) => cutAtWord(thing.title, 80))
    .join(' · ');
  return { title, body, path: waits ? '/' : '/activity' };
}
