import type { PolicyRule } from '@/lib/contract/policy';
import type { DeliveryMode } from '@/lib/contract/question';
import { query } from '@/lib/db/client';
import { ruleAsJson } from '@/lib/policies/rule-as-json.sql';

export interface HookPoliciesRow {
  mode: DeliveryMode;
  mode_override: DeliveryMode | null;
  push_only_seconds: number;
  push_first_seconds: number;
  rules: PolicyRule[];
}

/** The rules that hold in every session, and how the key's member is asked. */
export async function selectHookPolicies(workspaceId: string, memberId: string): Promise<HookPoliciesRow> {
  const rows = await query<HookPoliciesRow>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at)
     SELECT coalesce(member.delivery_mode, workspace.delivery_mode) AS mode,
            CASE WHEN mode_override_until > clock.at THEN mode_override END AS mode_override, push_only_seconds, push_first_seconds,
            (SELECT coalesce(json_agg(${ruleAsJson} ORDER BY rule.created_at, rule.id), '[]') FROM policy_rule rule
              WHERE rule.workspace_id = workspace.id AND rule.agent_session_id IS NULL AND (rule.expires_at IS NULL OR rule.expires_at > clock.at)) AS rules
       FROM workspace JOIN member ON member.workspace_id = workspace.id AND member.id = $2, clock WHERE workspace.id = $1`,
    [workspaceId, memberId],
    'hook-policies',
  );
  const row = rows[0];
  if (!row) throw new Error('the member is gone');
  return row;
}
