import type { PolicyPreset } from '@/lib/contract/policy';
import { decide } from '@/lib/policies/decide';
import type { RuleRow } from '@/lib/policies/rules.sql';
import { toolCallOf } from '@/lib/policies/tool-call';
import type { QuestionRow } from '@/lib/questions/row';

/** Why a hook's call came to the person, by the rules of now. */
export interface RuleLine {
  because: string;
  pattern?: string;
  ruleId?: string;
}

/** Which rule or which line of the preset makes this call ask; undefined where it is no call, or where it would not ask any more. */
export function ruleLineOf(
  row: QuestionRow,
  { rules, preset }: { rules: RuleRow[]; preset: PolicyPreset },
): RuleLine | undefined {
  const { tool_name: toolName, tool_target: target } = row;
  if (!row.is_hook_ask || !toolName || target === null) return undefined;
  if (row.scope_path) return { because: 'It is outside of the scope that you agreed to' };
  const call = toolCallOf({ toolName, toolInputs: [target] });
  const decision = decide(call, {
    preset,
    rules: rules.filter(({ agentSessionId }) => agentSessionId === null || agentSessionId === row.agent_session_id),
    ...(row.repo_key ? { repoKey: row.repo_key } : {}),
  });
  if (decision.effect !== 'ask') return undefined;
  const { rule } = decision;
  const part = decision.parts.find(({ effect }) => effect === 'ask');
  return {
    because: part?.because ?? decision.reason,
    ...(rule ? { pattern: rule.pattern, ruleId: rule.id } : {}),
  };
}
