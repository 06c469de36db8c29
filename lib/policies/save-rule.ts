import { type MemberActor, mayAnswer } from '@/lib/actor';
import { SaveRule } from '@/lib/contract/policy';
import { AppError, refusal } from '@/lib/errors';
import { newId } from '@/lib/ids';
import { parseOrThrow } from '@/lib/parse';
import { readPattern } from '@/lib/policies/pattern';
import { insertRule, type NewRule } from '@/lib/policies/rules.sql';

/** Rules in force that a workspace may have: every call of every agent is judged by all of them. */
export const mostRules = 500;

/** Where a rule comes from that nobody wrote on the page. */
export interface RuleSource {
  origin: 'answer' | 'suggestion';
  questionId?: string;
  /** It holds for this session only. */
  agentSessionId?: string;
}

/** Throws AppError `forbidden` for a viewer. */
export function refuseViewer(actor: MemberActor): void {
  if (!mayAnswer(actor)) throw new AppError('forbidden', 'Viewers see rules but change none.');
}

/** Throws AppError `invalid_request` that says what is wrong with a pattern. */
export function refusePattern(pattern: string): void {
  const read = readPattern(pattern);
  if ('problem' in read) throw refusal('pattern', read.problem);
}

/** A deny is taken away by the person who says so, never by an allow that is made over it. */
export const deniedAlready = (): AppError =>
  refusal('effect', 'a rule denies the same pattern in the same place: remove that rule first');

/** How the rule asks, in the table's names. */
export const waysOf = (rule: SaveRule) => ({
  mode: rule.mode ?? null,
  timeout_seconds: rule.timeoutSeconds ?? null,
  timeout_action: rule.timeoutAction ?? null,
  push_first_seconds: rule.pushFirstSeconds ?? null,
});

/**
 * Makes a rule, in place of one for the same pattern in the same place; one for a while stands beside one for good. Gives its id. Throws AppError `forbidden` for a viewer,
 * `invalid_request` for a pattern that cannot be read or an allow where a deny stands, `limit_reached`, `not_found` for its session.
 */
export async function saveRule(actor: MemberActor, input: unknown, source?: RuleSource): Promise<{ id: string }> {
  refuseViewer(actor);
  const rule = parseOrThrow(SaveRule, input);
  refusePattern(rule.pattern);
  const row: NewRule = {
    id: newId(),
    workspace_id: actor.workspaceId,
    pattern: rule.pattern,
    effect: rule.effect,
    repo_key: rule.repoKey ?? null,
    agent_session_id: source?.agentSessionId ?? null,
    ...waysOf(rule),
    origin: source?.origin ?? 'written',
    question_id: source?.questionId ?? null,
    created_by: actor.memberId,
  };
  const { outcome, id } = await insertRule(row, rule.forMinutes ?? null, mostRules);
  if (outcome === 'denied') throw deniedAlready();
  if (outcome === 'limit')
    throw new AppError('limit_reached', `${mostRules} rules are the most.`, { hint: 'Remove a rule first.' });
  if (outcome === 'no_session' || id === null) throw new AppError('not_found', 'There is no such session.');
  return { id };
}
