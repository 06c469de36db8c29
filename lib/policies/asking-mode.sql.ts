import type { PolicyPreset, PolicyRule } from '@/lib/contract/policy';
import { query } from '@/lib/db/client';
import { ruleAsJson } from '@/lib/policies/rule-as-json.sql';

/** All rules that hold now, when one of them asks in a mode of its own; undefined when none does, which is nearly always. */
export async function selectAskingRules(
  workspaceId: string,
  sessionId: string,
  machineId: string,
): Promise<{ preset: PolicyPreset; rules: PolicyRule[] } | undefined> {
  const rows = await query<{ preset: PolicyPreset; rules: PolicyRule[] }>(
    `WITH holds AS MATERIALIZED (
       SELECT rule.* FROM policy_rule rule
        WHERE rule.workspace_id = $1 AND (rule.expires_at IS NULL OR rule.expires_at > (SELECT nod_now()))
          AND (rule.agent_session_id IS NULL OR ($2 <> '' AND rule.agent_session_id = nod_find_session($1, $2, $3, '')))
          AND EXISTS (SELECT 1 FROM policy_rule own WHERE own.workspace_id = $1 AND own.mode IS NOT NULL))
     SELECT workspace.policy_preset AS preset, json_agg(${ruleAsJson}) AS rules
       FROM holds rule JOIN workspace ON workspace.id = rule.workspace_id GROUP BY workspace.policy_preset`,
    [workspaceId, sessionId, machineId],
    'asking-rules',
  );
  return rows[0];
}
