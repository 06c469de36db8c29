import { refusal } from '@/lib/errors';
import { offeredPattern } from '@/lib/policies/offered-pattern';
import type { QuestionRow } from '@/lib/questions/row';
import { secretMarks } from '@/lib/redact-command';

/** What "always allow" would allow: the pattern as it is shown to the person, in the repository of the question where that is known. */
export interface AlwaysOffer {
  pattern: string;
  repoKey?: string;
  /** It can be limited to the session that asks. */
  forSession: boolean;
}

/** For how long: this agent session, an hour, or until somebody removes the rule. */
export type AlwaysFor = 'session' | 'hour' | 'forever';

export interface AlwaysChoice {
  for: AlwaysFor;
  /** The pattern that the person was shown. */
  pattern: string;
}

/** The rule that an answer makes, ready for the statement that records the answer. */
export interface AlwaysRule {
  pattern: string;
  for: AlwaysFor;
}

/** Longer targets were cut when they were stored, and a cut or redacted one is not what would run. */
const longestTarget = 199;
const isWhole = (text: string): boolean => !secretMarks.some((mark) => text.includes(mark));

/** The rule that this question offers; undefined where none can be named honestly. */
export function alwaysOffer(row: QuestionRow): AlwaysOffer | undefined {
  const { tool_name: tool, tool_target: target } = row;
  // A scope is widened path by path, and only a hook's yes or no is about one tool call.
  if (!row.is_hook_ask || row.type !== 'confirm' || row.scope_path || !tool || target === null) return undefined;
  if ([...target].length > longestTarget || !isWhole(target)) return undefined;
  const pattern = offeredPattern(tool, target);
  if (!pattern) return undefined;
  return {
    pattern,
    ...(row.repo_key && isWhole(row.repo_key) ? { repoKey: row.repo_key } : {}),
    forSession: row.agent_session_id !== null,
  };
}

/**
 * The rule that goes with an answer, when the person chose one. Throws AppError `invalid_request` when it is not what the page offered, or
 * when the answer is not a yes: nothing is recorded then.
 */
export function alwaysRuleOf(row: QuestionRow, value: string, choice: AlwaysChoice | undefined): AlwaysRule | null {
  if (!choice) return null;
  if (value !== 'yes') throw refusal('always', 'only a yes can be given for longer');
  const offer = alwaysOffer(row);
  if (offer?.pattern !== choice.pattern) throw refusal('pattern', 'is not the one that this question offers');
  if (choice.for === 'session' && !offer.forSession) throw refusal('always', 'this question names no session');
  return { pattern: offer.pattern, for: choice.for };
}
