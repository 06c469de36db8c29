import { query } from '@/lib/db/client';
import { planSettledAgain } from '@/lib/delivery/deliveries.sql';
import { isSettledHere, sentBefore } from '@/lib/delivery/in-flight';
import { cutAtWord, type PushPayload, pushPayload, questionTag, topicOf } from '@/lib/delivery/payload';
import type { PushOutcome } from '@/lib/delivery/push';
import { pushLeaseMs, sendAndRecord } from '@/lib/delivery/send';
import { log } from '@/lib/log';
import type { PushTarget } from '@/lib/questions/questions.sql';
import { redact } from '@/lib/redact';

interface SettledFacts {
  id: string;
  kind: string;
  state: string;
  settled_reason: string | null;
  question: string;
  answer_value: string | null;
  device_name: string | null;
  member_name: string | null;
  pending: string;
}

/** A settled question's notification is of use for a day; after that nobody looks for it. */
export const settledPushOptions = (questionId: string) => ({
  urgency: 'normal' as const,
  ttlSeconds: 24 * 3600,
  topic: topicOf(questionId),
});

/** Sends the planned pushes that replace a settled question's notification; after those of the question itself, which they must not overtake. */
export async function sendSettled(workspaceId: string, questionId: string, targets: PushTarget[]): Promise<void> {
  if (targets.length === 0) return;
  await sentBefore(questionTag(questionId));
  const payload = await settledPayload(workspaceId, questionId);
  await Promise.all(targets.map((target) => sendAndRecord(target, payload, settledPushOptions(questionId))));
}

/**
 * Another process may settle a question while this one still pushes it: what replaces the notification then arrives first. Called with
 * the outcome of each push; sends the replacement once more in that case. Never throws, never waits.
 */
export function replaceOvertaken(workspaceId: string, questionId: string, outcome: PushOutcome): void {
  if (outcome.kind !== 'accepted' || !outcome.overtaken || isSettledHere(questionTag(questionId))) return;
  planSettledAgain(workspaceId, questionId, pushLeaseMs)
    .then((targets) => sendSettled(workspaceId, questionId, targets))
    .catch((error) => log.error('settled pushes were not sent again', { question: questionId, error }));
}

/** What those devices are told: how it ended and where. */
export async function settledPayload(workspaceId: string, questionId: string): Promise<PushPayload> {
  const rows = await query<SettledFacts>(
    `SELECT question.id, question.kind, question.state, settled_reason, question.question, answer_value, device.name AS device_name, coalesce(nullif(person.name, ''), split_part(person.email, '@', 1)) AS member_name,
            -- What waits for the same people: all members, or the one end user.
            (SELECT count(*) FROM question q WHERE q.workspace_id = $1 AND q.state = 'pending' AND q.env IS NULL
               AND CASE WHEN question.kind = 'decision' THEN q.kind = 'decision' AND q.end_user_id = question.end_user_id ELSE q.kind <> 'decision' END
               AND (q.expires_at IS NULL OR q.expires_at > nod_now())) AS pending
       FROM question LEFT JOIN device ON device.id = question.answered_on
       LEFT JOIN member ON member.id = question.answered_by LEFT JOIN person ON person.id = member.person_id
      WHERE question.id = $2 AND question.workspace_id = $1`,
    [workspaceId, questionId],
  );
  const facts = rows[0];
  return pushPayload({
    kind: 'settled',
    id: questionId,
    title: facts ? settledTitle(facts) : 'No longer open',
    body: facts?.question ?? '',
    tag: questionTag(questionId),
    path: facts?.kind === 'decision' ? `/d/${questionId}` : `/q/${questionId}`,
    actions: [],
    badge: Number(facts?.pending ?? 0),
  });
}

function settledTitle(facts: SettledFacts): string {
  const { state, settled_reason: reason, answer_value: value, device_name: device, member_name: member } = facts;
  if (state === 'answered') {
    const short = value === 'defer' ? 'to be asked at the keyboard' : cutAtWord(redact(value ?? ''), 40);
    return `Answered ${short}${device ? ` on ${device}` : member ? ` by ${member}` : ''}`;
  }
  if (state === 'expired') return 'Ran out of time';
  if (facts.kind === 'decision') return 'No longer needed';
  if (reason === 'kill_switch') return 'Stopped: its agent no longer waits';
  return reason === 'session_ended' ? 'Withdrawn: the agent’s session ended' : 'Withdrawn by the agent';
}
