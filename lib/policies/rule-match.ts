import type { PolicyRule } from '@/lib/contract/policy';
import { type Pattern, type ReadPattern, readPattern } from '@/lib/policies/pattern';

/** A rule whose pattern was read. One that cannot be read decides nothing. */
export interface ReadRule<Rule extends PolicyRule = PolicyRule> {
  rule: Rule;
  pattern: Pattern;
}

const ranks: Record<Pattern['kind'], number> = { exact: 3, prefix: 2, glob: 2, tool: 1, any: 0 };

/**
 * The order in which rules are looked at: the most specific first (spec 4.3). Of equally specific ones a deny, which nothing overrules; then
 * one for a while, which is what a person says of now; then an ask.
 */
function compare(one: ReadRule, other: ReadRule): number {
  return (
    ranks[other.pattern.kind] - ranks[one.pattern.kind] ||
    Number(other.rule.repoKey !== null) - Number(one.rule.repoKey !== null) ||
    Number(other.rule.agentSessionId !== null) - Number(one.rule.agentSessionId !== null) ||
    other.rule.pattern.length - one.rule.pattern.length ||
    Number(other.rule.effect === 'deny') - Number(one.rule.effect === 'deny') ||
    Number(other.rule.expiresAt !== null) - Number(one.rule.expiresAt !== null) ||
    Number(other.rule.effect === 'ask') - Number(one.rule.effect === 'ask')
  );
}

/** The same few patterns are read for every call; what a pattern means never changes. */
const known = new Map<string, ReadPattern>();
const mostKnown = 5000;

function readOnce(pattern: string): ReadPattern {
  const before = known.get(pattern);
  if (before) return before;
  if (known.size >= mostKnown) known.clear();
  const read = readPattern(pattern);
  known.set(pattern, read);
  return read;
}

/** Those that can be read, in the order in which they decide. */
export function readRules<Rule extends PolicyRule>(rules: Rule[]): ReadRule<Rule>[] {
  return rules
    .flatMap((rule) => {
      const read = readOnce(rule.pattern);
      return 'ok' in read ? [{ rule, pattern: read.ok }] : [];
    })
    .sort(compare);
}

/** Whether a rule is about this tool at all. A rule on Edit is about every tool that edits files, one on Read about every tool that reads them. */
export function isAboutTool({ kind, tool }: Pattern, call: { tool: string; kind: string }): boolean {
  if (kind === 'any' || tool === call.tool) return true;
  if (tool.startsWith('mcp__')) return matchesMcp(tool, call.tool);
  return (tool === 'Edit' && call.kind === 'edit') || (tool === 'Read' && call.kind === 'read');
}

function matchesMcp(pattern: string, tool: string): boolean {
  const [named, called] = [pattern.toLowerCase(), tool.toLowerCase()];
  return named.endsWith('*') ? called.startsWith(named.slice(0, -1)) : named === called;
}

/** Whether `*` (any text) and `?` (one character) make this text of a pattern. The work is the product of both lengths at most. */
export function matchesText(glob: string, text: string): boolean {
  let [at, place, star, after] = [0, 0, -1, 0];
  while (place < text.length) {
    if (glob[at] === '*') [star, after, at] = [at, place, at + 1];
    else if (glob[at] === '?' || glob[at] === text[place]) [at, place] = [at + 1, place + 1];
    else if (star >= 0) [after, place, at] = [after + 1, after + 1, star + 1];
    else return false;
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}
