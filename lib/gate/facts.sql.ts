import type { PolicyPreset, PolicyRule } from '@/lib/contract/policy';
import type { DeliveryMode } from '@/lib/contract/question';
import { query } from '@/lib/db/client';
import { type KeyRow, keyColumns, keyIsLive, keyTables } from '@/lib/keys/authenticate';
import { ruleAsJson } from '@/lib/policies/rule-as-json.sql';
import type { ScopeInForce } from '@/lib/scopes/judge-path';
import { scopeInForceOf } from '@/lib/scopes/scope-in-force.sql';

/** Which session a call belongs to; a part that the hook did not say is empty. */
export interface SpeakingSession {
  sessionId: string;
  machineId: string;
  agentType: string;
}

export interface GateRow extends KeyRow {
  stopped: boolean;
  /** The mode of the member whose key this is, and the one that goes before it and before rules for a while. */
  mode: DeliveryMode;
  mode_override: DeliveryMode | null;
  push_only_seconds: number;
  push_first_seconds: number;
  preset: PolicyPreset;
  agent_session_id: string | null;
  handing_off: boolean;
  /** How long ago a hook was last heard of; null when never. */
  hook_seen_ms_ago: number | null;
  /** Those that hold now, everywhere or in this session; of all repositories. */
  rules: (Omit<PolicyRule, 'expiresAt'> & { expiresAt: string | null })[];
  scope: ScopeInForce | null;
}

/** Everything a verdict needs, in one query: the key, the kill switch, the person's mode, rules, and the scope in force (spec 6.5). */
export async function selectGateFacts(prefix: string, session: SpeakingSession): Promise<GateRow | undefined> {
  const rows = await query<GateRow>(
    `WITH clock AS MATERIALIZED (SELECT nod_now() AS at),
     key AS MATERIALIZED (
       SELECT ${keyColumns}, workspace.policy_preset AS preset, push_only_seconds, push_first_seconds,
              nod_is_stopped(workspace.*, $2, $3, clock.at) AS stopped,
              coalesce(member.delivery_mode, workspace.delivery_mode) AS mode,
              CASE WHEN mode_override_until > clock.at THEN mode_override END AS mode_override,
              CASE WHEN $2 <> '' THEN nod_find_session(api_key.workspace_id, $2, $3, $4) END AS agent_session_id
         FROM ${keyTables}, clock WHERE ${keyIsLive('$1')}
     )
     SELECT key.*, coalesce(s.handing_off_until > clock.at, false) AS handing_off,
            (extract(epoch FROM clock.at - s.hook_seen_at) * 1000)::float8 AS hook_seen_ms_ago,
            (SELECT coalesce(json_agg(${ruleAsJson}), '[]') FROM policy_rule rule
              WHERE rule.workspace_id = key.workspace_id AND (rule.expires_at IS NULL OR rule.expires_at > clock.at)
                AND (rule.agent_session_id IS NULL OR rule.agent_session_id = key.agent_session_id)) AS rules,
            ${scopeInForceOf('key.agent_session_id')} AS scope
       FROM clock, key LEFT JOIN agent_session s ON s.id = key.agent_session_id`,
    [prefix, session.sessionId, session.machineId, session.agentType],
    'gate-facts',
  );
  return rows[0];
}
