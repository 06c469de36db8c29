import type { PolicyFacts } from '@/lib/policies/decide';
import type { DecidedPart, ScopeFinding, ToolCall, ToolInput } from '@/lib/policies/decision';
import { isGuarded, namesGuarded } from '@/lib/policies/guarded-file';
import { type Line, presetLine } from '@/lib/policies/preset';
import type { ReadRule } from '@/lib/policies/rule-match';
import { matchesInputText, matchesPath } from '@/lib/policies/rule-match-path';

type WrittenPath = NonNullable<ToolInput['paths']>[number];

/** A part and what the scope said of it, where that changed its verdict. */
export interface JudgedPart {
  part: DecidedPart;
  scope?: ScopeFinding;
}

const because = { allow: 'A rule allows it', ask: 'A rule asks before it', deny: 'A rule denies it' };

/** What is decided about a tool that is no shell: each file that it names, else the call as it is. */
export function decideInput(input: ToolInput, call: ToolCall, rules: ReadRule[], facts: PolicyFacts): JudgedPart[] {
  const paths = input.paths ?? [];
  const parts = paths.map((path) => decidePath(path, call, rules, facts));
  if (input.malformed) return [...parts, { part: malformed(call, rules) }];
  return parts.length > 0 ? parts : [{ part: decideText(input.text, call, rules, facts) }];
}

/** It should name a file or a command and does not: nothing general allows that. */
export function malformed(call: ToolCall, rules: ReadRule[]): DecidedPart {
  const part = { text: call.tool, danger: [] };
  const rule = rules.find(({ pattern, rule }) => rule.effect !== 'allow' && isGeneral(pattern.kind))?.rule;
  if (rule) return { ...part, effect: rule.effect, because: because[rule.effect], rule };
  const missing = call.kind === 'shell' ? 'command' : 'file';
  return { ...part, effect: 'ask', because: `It does not say which ${missing} it is about` };
}

const isGeneral = (kind: string): boolean => kind === 'tool' || kind === 'any';

function decidePath(path: WrittenPath, call: ToolCall, rules: ReadRule[], facts: PolicyFacts): JudgedPart {
  const guarded = call.kind === 'edit' && [path.written, path.resolved ?? path.written].some(isGuarded);
  const matched = rules.find(({ pattern, rule }) => {
    if (guarded && rule.effect === 'allow' && !namesGuarded(pattern)) return false;
    return isGeneral(pattern.kind) || matchesPath(pattern, path, rule.effect, facts.folders ?? []);
  });
  const rule = matched?.rule;
  const unnamed = guarded ? switches : presetLine(facts.preset, call);
  const line = rule ? { effect: rule.effect, because: because[rule.effect], rule } : unnamed;
  const part: DecidedPart = { text: path.written, danger: [], ...line };
  const scope = call.kind === 'edit' ? facts.scope?.(path) : undefined;
  return scope ? withScope(part, scope) : { part };
}

const switches: Line = {
  effect: 'ask',
  because: 'It starts programs, or switches Nod off; only a rule that names it can allow it',
};

/** Off limits wins over every rule. Else a scope only turns what would pass into an ask, and lets pass what no rule is about. */
function withScope(part: DecidedPart, scope: ScopeFinding): JudgedPart {
  const { text, danger } = part;
  if (scope.verdict === 'off_limits')
    return { scope, part: { text, danger, effect: 'deny', because: 'It is off limits in the agreed scope' } };
  if (part.effect === 'deny') return { part };
  if (scope.verdict === 'inside') {
    // Where the preset asks about every edit, agreeing to a scope does not end that.
    if (part.rule || part.effect === 'ask') return { part };
    return { scope, part: { text, danger, effect: 'allow', because: 'It is inside the scope that you agreed to' } };
  }
  if (part.effect === 'ask' && part.rule) return { part };
  const outside =
    scope.verdict === 'outside' ? 'It is outside of the agreed scope' : 'It cannot be compared with the agreed scope';
  return { scope, part: { text, danger, effect: 'ask', because: outside } };
}

function decideText(text: string | undefined, call: ToolCall, rules: ReadRule[], facts: PolicyFacts): DecidedPart {
  const part = { text: text ?? call.tool, danger: [] };
  const matched = rules.find(({ pattern, rule }) => {
    if (isGeneral(pattern.kind) || pattern.text === '') return true;
    if (text === undefined) return false;
    if (call.kind === 'read' && rule.effect !== 'allow' && matchesPath(pattern, { written: text }, rule.effect, []))
      return true;
    return matchesInputText(pattern, text);
  });
  const rule = matched?.rule;
  if (rule) return { ...part, effect: rule.effect, because: because[rule.effect], rule };
  return { ...part, ...presetLine(facts.preset, call) };
}
