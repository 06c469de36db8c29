import type { MemberActor } from '@/lib/actor';
import type { PolicyPreset, PolicyRule } from '@/lib/contract/policy';
import { ChosenSuggestion } from '@/lib/contract/policy-forms';
import { AppError } from '@/lib/errors';
import { parseOrThrow } from '@/lib/parse';
import { decide } from '@/lib/policies/decide';
import { offeredPattern } from '@/lib/policies/offered-pattern';
import { selectPreset, selectRules } from '@/lib/policies/rules.sql';
import { refuseViewer, saveRule } from '@/lib/policies/save-rule';
import {
  type DeclinedRow,
  type EqualAnswersRow,
  insertDeclined,
  selectDeclined,
  selectEqualAnswers,
} from '@/lib/policies/suggestions.sql';
import { toolCallOf } from '@/lib/policies/tool-call';
import { secretMarks } from '@/lib/redact-command';

/** A rule that would have spared the person their last equal answers. Nothing is made of it by itself. */
export interface Suggestion {
  pattern: string;
  effect: 'allow' | 'deny';
  /** Where it would hold; absent for all repositories. */
  repoKey?: string;
  /** What was answered, as the person saw it. */
  target: string;
  times: number;
  firstAt: string;
  byViewer: boolean;
  /** What was answered cannot be undone. */
  risky: boolean;
}

const mostShown = 3;
const bounds = {
  days: 30,
  read: 500,
  least: 3,
  longestTarget: 200,
  secretMarks,
};

interface Standing {
  preset: PolicyPreset;
  rules: PolicyRule[];
}

/** What could be a rule, by what people answered in the last 30 days (spec 4.3): at most three. */
export async function listSuggestions(actor: MemberActor, standing: Standing): Promise<Suggestion[]> {
  const [answers, declined] = await Promise.all([selectEqualAnswers(actor, bounds), selectDeclined(actor.workspaceId)]);
  const shown: Suggestion[] = [];
  for (const [suggestion, answer] of consistent(answers)) {
    const judged = judgeSuggestion(suggestion, answer, standing, declined);
    if (judged) shown.push({ ...suggestion, ...judged });
    if (shown.length === mostShown) break;
  }
  return shown;
}

/** A rule for each pattern and place that the answers agree on. Two commands under one pattern, once allowed and once refused, say nothing. */
function consistent(answers: EqualAnswersRow[]): [Suggestion, EqualAnswersRow][] {
  const found = new Map<string, [Suggestion, EqualAnswersRow]>();
  const contradicted = new Set<string>();
  for (const answer of answers) {
    const suggestion = suggestionOf(answer);
    if (!suggestion) continue;
    const key = JSON.stringify([suggestion.pattern, suggestion.repoKey]);
    const other = found.get(key);
    if (!other) found.set(key, [suggestion, answer]);
    else if (other[0].effect !== suggestion.effect) contradicted.add(key);
  }
  return [...found].flatMap(([key, one]) => (contradicted.has(key) ? [] : [one]));
}

function suggestionOf(row: EqualAnswersRow): Suggestion | undefined {
  const { toolName, toolTarget, answer, repoKey, times, firstAt, byViewer } = row;
  const pattern = offeredPattern(toolName, toolTarget);
  if (!pattern) return undefined;
  return {
    pattern,
    effect: answer === 'yes' ? 'allow' : 'deny',
    ...(repoKey ? { repoKey } : {}),
    target: toolTarget,
    times,
    firstAt: firstAt.toISOString(),
    byViewer,
    risky: false,
  };
}

/** Nothing when somebody declined it, when a rule stands there, when the call is decided so already, or when the rule would not decide it. */
function judgeSuggestion(
  { pattern, effect, repoKey = '' }: Suggestion,
  { toolName, toolTarget }: EqualAnswersRow,
  { preset, rules }: Standing,
  declined: DeclinedRow[],
): { risky: boolean } | undefined {
  if (declined.some((one) => one.pattern === pattern && one.repoKey === repoKey)) return undefined;
  const everywhere = rules.filter(({ agentSessionId }) => agentSessionId === null);
  if (everywhere.some((rule) => rule.pattern === pattern && (rule.repoKey ?? repoKey) === repoKey)) return undefined;
  const call = toolCallOf({ toolName, toolInputs: [toolTarget] });
  const judge = (used: PolicyRule[]) => decide(call, { preset, rules: used, ...(repoKey ? { repoKey } : {}) });
  const before = judge(everywhere);
  if (before.effect === 'deny' || before.effect === effect) return undefined;
  const after = judge([...everywhere, asRule({ pattern, effect, repoKey })]);
  return after.effect === effect ? { risky: before.hold } : undefined;
}

const asRule = ({
  pattern,
  effect,
  repoKey,
}: Required<Pick<Suggestion, 'pattern' | 'effect' | 'repoKey'>>): PolicyRule => ({
  id: 'suggested',
  pattern,
  effect,
  repoKey: repoKey || null,
  agentSessionId: null,
  mode: null,
  timeoutSeconds: null,
  timeoutAction: null,
  pushFirstSeconds: null,
  expiresAt: null,
});

/**
 * Makes the rule of a suggestion; gives its id. Throws AppError `forbidden` for a viewer, `not_found` when it is no longer suggested, and
 * what lib/policies/save-rule.ts does.
 */
export async function acceptSuggestion(actor: MemberActor, input: unknown): Promise<{ id: string }> {
  const { pattern, effect, repoKey } = await chosenOf(actor, input);
  return saveRule(actor, { pattern, effect, repoKey }, { origin: 'suggestion' });
}

/** Suggests it no more. Throws AppError `forbidden` for a viewer, `not_found` when it is no longer suggested. */
export async function declineSuggestion(actor: MemberActor, input: unknown): Promise<void> {
  const { pattern, repoKey = '' } = await chosenOf(actor, input);
  await insertDeclined(actor.workspaceId, { pattern, repoKey });
}

/** The suggestion that a form means, as it stands now: only what people's own answers led to can be chosen. */
async function chosenOf(actor: MemberActor, input: unknown): Promise<Suggestion> {
  refuseViewer(actor);
  const chosen = parseOrThrow(ChosenSuggestion, input);
  const { workspaceId } = actor;
  const [rules, preset] = await Promise.all([selectRules(workspaceId), selectPreset(workspaceId)]);
  const offered = await listSuggestions(actor, { rules, preset });
  const found = offered.find(
    ({ pattern, effect, repoKey }) =>
      pattern === chosen.pattern && effect === chosen.effect && repoKey === chosen.repoKey,
  );
  if (!found) throw new AppError('not_found', 'This is no longer suggested.');
  return found;
}
