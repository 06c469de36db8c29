import type { PolicyPreset, PolicyRule } from '@/lib/contract/policy';
import { query } from '@/lib/db/client';

export interface RuleRow extends PolicyRule {
  origin: 'written' | 'answer' | 'suggestion';
  questionId: string | null;
  createdAt: Date;
  /** Who made it; null when they are gone. */
  byName: string | null;
  /** The agent of the one session that it holds for. */
  sessionAgent: string | null;
}

/** A rule to be made, in the table's own names; `lifetimeMinutes` null is for good. */
export interface NewRule {
  id: string;
  workspace_id: string;
  pattern: string;
  effect: string;
  repo_key: string | null;
  agent_session_id: string | null;
  mode: string | null;
  timeout_seconds: number | null;
  timeout_action: string | null;
  push_first_seconds: number | null;
  origin: RuleRow['origin'];
  question_id: string | null;
  created_by: string;
}

const columns = `rule.id, rule.pattern, rule.effect, rule.repo_key AS "repoKey", rule.agent_session_id AS "agentSessionId", rule.mode,
  rule.timeout_seconds AS "timeoutSeconds", rule.timeout_action AS "timeoutAction", rule.push_first_seconds AS "pushFirstSeconds",
  rule.expires_at AS "expiresAt"`;
/** A rule whose time is over is never used, whether it was tidied away or not. */
const inForce = `coalesce(rule.expires_at > (SELECT nod_now()), true)`;

/** Every rule in force in a workspace, in no order (lib/policies/decide.ts has theirs), with who made it, when and how. */
export const selectRules = (workspaceId: string): Promise<RuleRow[]> => selectRuleRows(workspaceId, null);

/** One rule in force. */
export const selectRule = async (workspaceId: string, id: string): Promise<RuleRow | undefined> =>
  (await selectRuleRows(workspaceId, id))[0];

const selectRuleRows = (workspaceId: string, id: string | null): Promise<RuleRow[]> =>
  query<RuleRow>(
    `SELECT ${columns}, rule.origin, rule.question_id AS "questionId", rule.created_at AS "createdAt",
            coalesce(nullif(person.name, ''), person.email) AS "byName", agent_session.agent_name AS "sessionAgent"
       FROM policy_rule rule
       LEFT JOIN member ON member.id = rule.created_by AND member.workspace_id = $1 LEFT JOIN person ON person.id = member.person_id
       LEFT JOIN agent_session ON agent_session.id = rule.agent_session_id
      WHERE rule.workspace_id = $1 AND ($2::uuid IS NULL OR rule.id = $2) AND ${inForce}`,
    [workspaceId, id],
  );

/** Makes a rule through nod_save_rule(), which says what came of it. */
export async function insertRule(
  rule: NewRule,
  lifetimeMinutes: number | null,
  most: number,
): Promise<{ outcome: 'saved' | 'denied' | 'limit' | 'no_session'; id: string | null }> {
  const [row] = await query<{ outcome: 'saved' | 'denied' | 'limit' | 'no_session'; id: string | null }>(
    `SELECT * FROM nod_save_rule($1::jsonb, $2::int * interval '1 minute', $3)`,
    [JSON.stringify(rule), lifetimeMinutes, most],
  );
  if (!row) throw new Error('nod_save_rule() said nothing.');
  return row;
}

/** How a rule that stands is changed: what it does and how it asks, never for what. `keepsTime` leaves the time that it has. */
export type RuleChange = Pick<
  NewRule,
  'effect' | 'mode' | 'timeout_seconds' | 'timeout_action' | 'push_first_seconds' | 'created_by'
> & { lifetimeMinutes: number | null; keepsTime: boolean };

/**
 * Changes a rule in force, with its ledger entry. `none` when there was none to change, or it would allow where a deny stands; `taken` when
 * one that holds for good, or for a while, would meet another that does.
 */
export async function updateRule(
  workspaceId: string,
  id: string,
  change: RuleChange,
): Promise<'changed' | 'none' | 'taken'> {
  try {
    return (await tryUpdate(workspaceId, id, change)) ? 'changed' : 'none';
  } catch (error) {
    if (isOfPlace(error)) return 'taken';
    throw error;
  }
}

const isOfPlace = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'policy_rule_place';

async function tryUpdate(workspaceId: string, id: string, change: RuleChange): Promise<boolean> {
  const rows = await query(
    `WITH ended AS (
       -- One whose time is over may lie in the place still.
       DELETE FROM policy_rule other USING policy_rule rule
        WHERE rule.workspace_id = $1 AND rule.id = $2 AND other.workspace_id = $1 AND other.id <> $2 AND other.pattern = rule.pattern
          AND coalesce(other.repo_key, '') = coalesce(rule.repo_key, '')
          AND other.agent_session_id IS NOT DISTINCT FROM rule.agent_session_id AND other.expires_at <= (SELECT nod_now()) RETURNING other.id),
     changed AS (
       UPDATE policy_rule rule SET effect = $3, mode = $4, timeout_seconds = $5, timeout_action = $6, push_first_seconds = $7,
              created_by = $8, created_at = nod_now(),
              expires_at = CASE WHEN $10 THEN rule.expires_at ELSE nod_now() + $9::int * interval '1 minute' END
        WHERE workspace_id = $1 AND id = $2 AND ${inForce} AND (SELECT count(*) FROM ended) >= 0
          AND NOT ($3 = 'allow' AND (effect = 'deny' OR nod_is_denied(workspace_id, pattern, repo_key, agent_session_id, nod_now())))
       RETURNING rule.*),
     entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'rule_made', id, jsonb_strip_nulls(jsonb_build_object('pattern', pattern, 'effect', effect, 'repo', repo_key,
         'session', agent_session_id, 'until', nod_iso(expires_at), 'by', created_by, 'origin', origin, 'question', question_id)) FROM changed RETURNING seq)
     SELECT nod_tell(workspace_id, id, 'policy') FROM changed`,
    [
      workspaceId,
      id,
      change.effect,
      change.mode,
      change.timeout_seconds,
      change.timeout_action,
      change.push_first_seconds,
      change.created_by,
      change.lifetimeMinutes,
      change.keepsTime,
    ],
  );
  return rows.length > 0;
}

/** Takes a rule away, with its ledger entry; false when it is gone already. */
export async function deleteRule(workspaceId: string, id: string, memberId: string): Promise<boolean> {
  const rows = await query(
    `WITH gone AS (DELETE FROM policy_rule rule WHERE workspace_id = $1 AND id = $2 AND ${inForce} RETURNING rule.*),
     entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT workspace_id, 'rule_removed', id, jsonb_strip_nulls(jsonb_build_object('pattern', pattern, 'effect', effect, 'repo', repo_key,
         'session', agent_session_id, 'by', $3::text)) FROM gone RETURNING seq)
     SELECT nod_tell(workspace_id, id, 'policy') FROM gone`,
    [workspaceId, id, memberId],
  );
  return rows.length > 0;
}

/** The preset of a workspace. Throws when it is gone. */
export async function selectPreset(workspaceId: string): Promise<PolicyPreset> {
  const [row] = await query<{ preset: PolicyPreset }>('SELECT policy_preset AS preset FROM workspace WHERE id = $1', [
    workspaceId,
  ]);
  if (!row) throw new Error('The workspace is gone.');
  return row.preset;
}

/** Chooses the preset, with its ledger entry; nothing happens when it is the one already. */
export async function updatePreset(workspaceId: string, preset: PolicyPreset, memberId: string): Promise<void> {
  await query(
    `WITH before AS (SELECT id, policy_preset FROM workspace WHERE id = $1 FOR NO KEY UPDATE),
     changed AS (
       UPDATE workspace SET policy_preset = $2 FROM before WHERE workspace.id = before.id AND before.policy_preset <> $2
       RETURNING workspace.id, before.policy_preset AS was),
     entry AS (
       INSERT INTO ledger_entry (workspace_id, event, subject_id, detail)
       SELECT id, 'preset', id, jsonb_build_object('from', was, 'to', $2::text, 'by', $3::text) FROM changed RETURNING seq)
     SELECT nod_tell(id, id, 'policy') FROM changed`,
    [workspaceId, preset, memberId],
  );
}

/** The repositories that agents of this workspace were seen in, the latest first. */
export async function selectRepositories(workspaceId: string, most: number): Promise<string[]> {
  const rows = await query<{ repo: string }>(
    `SELECT repo FROM (
       (SELECT repo_key AS repo, last_seen_at AS at FROM agent_session
         WHERE workspace_id = $1 AND repo_key <> '' ORDER BY last_seen_at DESC LIMIT 500)
       UNION ALL
       (SELECT repo_key, created_at FROM policy_rule WHERE workspace_id = $1 AND repo_key <> '')
     ) seen GROUP BY repo ORDER BY max(at) DESC LIMIT $2`,
    [workspaceId, most],
  );
  return rows.map(({ repo }) => repo);
}
