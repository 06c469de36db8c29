import type { PolicyPreset, PolicyRule } from '@/lib/contract/policy';
import { cut } from '@/lib/contract/text';
import { decideInput, type JudgedPart, malformed } from '@/lib/policies/decide-input';
import { decideCommand } from '@/lib/policies/decide-shell';
import type { DecidedPart, Decision, ScopeFinding, ToolCall } from '@/lib/policies/decision';
import { isAboutTool, readRules } from '@/lib/policies/rule-match';
import { isOwnTool } from '@/lib/policies/tool-names';

/** Everything that decides besides the call itself. */
export interface PolicyFacts {
  preset: PolicyPreset;
  /** Those that are not over, and of no other session. */
  rules: PolicyRule[];
  repoKey?: string;
  /** The folders that a relative path of a rule begins at: the repository's, the session's. */
  folders?: string[];
  /** What the scope in force says of a path, when it says something; absent where none is in force. */
  scope?: (path: { written: string; resolved?: string | undefined }) => ScopeFinding | undefined;
}

const strictness: Record<Decision['effect'], number> = { deny: 3, ask: 2, no_opinion: 1, allow: 0 };
/** What a hook takes for "none of Nod's business" (spec 6.5). */
const notGated = 'not_gated';
const shownCharacters = 120;

/** The verdict on a call: of all that it would do, the strictest decides (spec 4.3). No I/O, no clock: the same facts give the same verdict. */
export function decide(call: ToolCall, facts: PolicyFacts): Decision {
  if (isOwnTool(call.tool)) return { effect: 'no_opinion', reason: notGated, hold: false, parts: [] };
  const rules = readRules(facts.rules.filter(({ repoKey }) => repoKey === null || repoKey === facts.repoKey)).filter(
    ({ pattern }) => isAboutTool(pattern, call),
  );
  const judged = call.inputs.flatMap((input): JudgedPart[] => {
    if (call.kind !== 'shell') return decideInput(input, call, rules, facts);
    if (input.command === undefined) return [{ part: malformed(call, rules) }];
    return decideCommand(input.command, call, rules, facts.preset).map((part) => ({ part }));
  });
  return summary(judged);
}

/** In the order in which they decide, for the page; those whose pattern cannot be read come last. */
export function rulesInOrder<Rule extends PolicyRule>(rules: Rule[]): Rule[] {
  const read = readRules(rules).map(({ rule }) => rule);
  return [...read, ...rules.filter((rule) => !read.includes(rule))];
}

function summary(judged: JudgedPart[]): Decision {
  const parts = judged.map(({ part }) => part);
  const [first] = judged;
  if (!first) return { effect: 'no_opinion', reason: notGated, hold: false, parts };
  let decisive = first;
  for (const one of judged) if (strictness[one.part.effect] > strictness[decisive.part.effect]) decisive = one;
  const { effect, rule } = decisive.part;
  const hold = effect === 'ask' && parts.some((part) => part.effect === 'ask' && part.danger.length > 0);
  return {
    effect,
    reason: reasonOf(decisive.part, parts),
    hold,
    parts,
    ...(rule ? { rule } : {}),
    ...(decisive.scope ? { scope: decisive.scope } : {}),
  };
}

function reasonOf(part: DecidedPart, parts: DecidedPart[]): string {
  const { effect, rule, because } = part;
  if (effect === 'no_opinion') return notGated;
  if (effect === 'allow' && parts.length > 1) return 'Each of its parts is allowed.';
  const shown = [...part.text].length > shownCharacters ? `${cut(part.text, shownCharacters)}…` : part.text;
  const subject = parts.length > 1 ? `${shown}: ` : '';
  if (!rule) return `${subject}${because}.`;
  return `${subject}${{ allow: 'Allowed', ask: 'Asked because of', deny: 'Denied' }[effect]}${effect === 'ask' ? '' : ' by'} the rule ${rule.pattern}.`;
}
