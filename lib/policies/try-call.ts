import type { MemberActor } from '@/lib/actor';
import type { PolicyPreset } from '@/lib/contract/policy';
import { TryCall } from '@/lib/contract/policy-forms';
import { parseOrThrow } from '@/lib/parse';
import { decide } from '@/lib/policies/decide';
import type { Decision, ToolCall } from '@/lib/policies/decision';
import { type RuleRow, selectPreset, selectRules } from '@/lib/policies/rules.sql';
import { toolCallOf } from '@/lib/policies/tool-call';

/**
 * What a call would be told by the rules of now, without anybody being asked and anything stored. It is of no session: rules of one session
 * and scopes do not count. Throws AppError `invalid_request` that names the field.
 */
export async function tryCall(
  actor: MemberActor,
  input: unknown,
  standing?: { rules: RuleRow[]; preset: PolicyPreset },
): Promise<Decision> {
  const { repoKey, ...tried } = parseOrThrow(TryCall, input);
  const { workspaceId } = actor;
  const [rules, preset] = standing
    ? [standing.rules, standing.preset]
    : await Promise.all([selectRules(workspaceId), selectPreset(workspaceId)]);
  return decide(callOf(tried), {
    preset,
    rules: rules.filter(({ agentSessionId }) => agentSessionId === null),
    ...(repoKey ? { repoKey } : {}),
  });
}

function callOf({ tool, text }: Pick<TryCall, 'tool' | 'text'>): ToolCall {
  switch (tool) {
    case 'command':
      return toolCallOf({ toolName: 'Bash', toolInputs: [{ command: text }] });
    case 'edit':
      return toolCallOf({ toolName: 'Edit', toolInputs: [{ file_path: text.trim() }] });
    case 'mcp':
      return toolCallOf({ toolName: text.trim(), toolInputs: [{}] });
  }
}
