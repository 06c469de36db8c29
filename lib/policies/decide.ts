import type { PolicyPreset, PolicyRule } from '@/lib/contract/policy';
import { cut } from '@/lib/contract/text';
import { decideInput, type JudgedPart, malformed } from '@/lib/policies/decide-input';
import { decideCommand } from '@/lib/policies/decide-shell';
import type { DecidedPart, Decision, ScopeFinding, ToolCall } from '@/lib/policies/decision';
import type { Pattern } from '@/lib/policies/pattern';
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
  scope?: (path: {
    written: string;
    resolved?: string | undefined;
    unresolvable?: true | undefined;
  }) => ScopeFinding | undefined;
}

const strictness: Record<Decision['effect'], number> = { deny: 3, ask: 2, no_opinion: 1, allow: 0 };
/** What a hook takes for "none of Nod's business" (spec 6.5). */
const notGated = 'not_gated';
const shownCharacters = 120;

/** The verdict on a call: of all that it would do, the strictest decides (spec 4.3). No I/O, no clock: the same facts give the same verdict. */
export function decide(given: ToolCall, facts: PolicyFacts): Decision {
  if (isOwnTool(given.tool)) return { effect: 'no_opinion', reason: notGated, hold: false, parts: [] };
  const call = shellCallOf(given);
  const rules = readRules(facts.rules.filter(({ repoKey }) => repoKey === null || repoKey === facts.repoKey)).filter(
    ({ rule, pattern }) =>
      isAboutTool(pattern, call) ||
      isAboutTool(pattern, given) ||
      (rule.effect !== 'allow' && mayBeAboutTool(pattern, call)),
  );
  const judged = call.inputs.flatMap((input): JudgedPart[] => {
    if (call.kind !== 'shell') return decideInput(input, call, rules, facts);
    if (input.command === undefined) return [{ part: malformed(call, rules) }];
    return decideCommand(input.command, call, rules, facts.preset).map((part) => ({ part }));
  });
  return summary(judged);
}

/** Names of tools that run a command line, of agents that nobody here knows: execute_bash, functions.shell. */
const speaksOfShell = /shell|bash|terminal|command|(?:^|[^a-z])(?:exec|cmd)(?:$|[^a-z])/i;

/** The same call as one of a shell, where its name says so and it holds a text. A `/command` of an agent is no command line. */
function shellCallOf(call: ToolCall): ToolCall {
  const isShell = call.kind === 'other' && speaksOfShell.test(call.tool) && !/slash/i.test(call.tool);
  if (!isShell || !call.inputs.some(({ text }) => text !== undefined)) return call;
  const inputs = call.inputs.map(({ text, ...input }) => (text === undefined ? input : { ...input, command: text }));
  return { tool: 'Bash', kind: 'shell', inputs };
}

const withoutRuns = (name: string): string => name.replace(/_+/g, '_').toLowerCase();

/** Some agents write mcp_my_server_tool: where the server's name ends cannot be told, so what denies or asks holds for each way to cut it. */
function mayBeAboutTool({ tool }: Pattern, call: ToolCall): boolean {
  if (!tool.startsWith('mcp__') || call.kind !== 'mcp') return false;
  const [named, called] = [withoutRuns(tool), withoutRuns(call.tool)];
  return named.endsWith('*') ? called.startsWith(named.slice(0, -1)) : named === called;
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
