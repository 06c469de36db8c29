import { query } from '@/lib/db/client';
import type { StoppedByPattern } from '@/lib/scopes/contract-view';
import type { ScopeRow } from '@/lib/scopes/row';

/** A scope with what pages say about it. */
export interface ListedScopeRow extends ScopeRow {
  hook_seen: boolean | null;
  widened_count: number;
  stopped_count: number;
  by_person: string | null;
  by_name: string | null;
  answer_source: string | null;
  on_name: string | null;
}

const listed = `
  SELECT scope.*, CASE WHEN s.id IS NOT NULL THEN s.hook_seen_at IS NOT NULL END AS hook_seen,
         (SELECT count(*)::int FROM scope_widening WHERE scope_id = scope.id) AS widened_count,
         (SELECT count(*)::int FROM ledger_entry WHERE subject_id = scope.id AND event = 'denied' AND workspace_id = $1) AS stopped_count,
         member.person_id AS by_person, coalesce(nullif(person.name, ''), person.email) AS by_name, question.answer_source, device.name AS on_name
    FROM scope LEFT JOIN agent_session s ON s.id = scope.agent_session_id
    LEFT JOIN question ON question.id = scope.question_id LEFT JOIN device ON device.id = question.answered_on
    LEFT JOIN member ON member.id = scope.ratified_by LEFT JOIN person ON person.id = member.person_id
   WHERE scope.workspace_id = $1`;

/** In force in a session that was seen lately, or still to be answered. */
const isCurrent = `(scope.state = 'proposed' AND coalesce(question.state, 'pending') = 'pending'
  OR scope.state = 'ratified' AND coalesce(s.last_seen_at > (SELECT nod_now() - interval '7 days'), false))`;

/** Test traffic is told on its own page only. */
const isReal = 'question.env IS NULL';

const mostCurrent = 200;

/** What holds now and what waits, newest first: far fewer than there may be, because sessions end. */
export async function selectCurrentScopes(workspaceId: string): Promise<ListedScopeRow[]> {
  return query<ListedScopeRow>(
    `${listed} AND ${isReal} AND scope.state IN ('proposed', 'ratified') AND ${isCurrent} ORDER BY scope.created_at DESC, scope.id DESC LIMIT ${mostCurrent}`,
    [workspaceId],
    'select-current-scopes',
  );
}

export interface ScopePlace {
  at: Date;
  id: string;
}

/** All others, newest first, after a place in that order. */
export async function selectEarlierScopes(
  workspaceId: string,
  before: ScopePlace | undefined,
  limit: number,
): Promise<ListedScopeRow[]> {
  return query<ListedScopeRow>(
    `${listed} AND ${isReal} AND NOT ${isCurrent} AND ($2::timestamptz IS NULL OR (scope.created_at, scope.id) < ($2, $3::uuid))
      ORDER BY scope.created_at DESC, scope.id DESC LIMIT $4`,
    [workspaceId, before?.at ?? null, before?.id ?? null, limit],
    'select-earlier-scopes',
  );
}

export async function selectScope(workspaceId: string, id: string): Promise<ListedScopeRow | undefined> {
  const rows = await query<ListedScopeRow>(`${listed} AND scope.id = $2`, [workspaceId, id], 'select-scope');
  return rows[0];
}

/** What a scope's off-limits patterns stopped. */
export async function selectStopped(workspaceId: string, scopeId: string): Promise<StoppedByPattern[]> {
  return query<StoppedByPattern>(
    `SELECT detail ->> 'pattern' AS pattern, count(*)::int AS count, max(at) AS "lastAt" FROM ledger_entry
      WHERE subject_id = $2 AND event = 'denied' AND workspace_id = $1 AND detail ? 'pattern' GROUP BY 1`,
    [workspaceId, scopeId],
    'select-stopped',
  );
}

export interface WideningRow {
  path: string;
  created_at: Date;
  question_id: string;
  question: string | null;
  answer_source: string | null;
  by_person: string | null;
  by_name: string | null;
  on_name: string | null;
}

/** The paths that answers added to a scope, the latest first. */
export async function selectWidenings(workspaceId: string, scopeId: string): Promise<WideningRow[]> {
  return query<WideningRow>(
    `SELECT widening.path, widening.created_at, widening.question_id, question.question, question.answer_source, member.person_id AS by_person,
            coalesce(nullif(person.name, ''), person.email) AS by_name, device.name AS on_name
       FROM scope_widening widening JOIN scope ON scope.id = widening.scope_id AND scope.workspace_id = $1
       LEFT JOIN question ON question.id = widening.question_id LEFT JOIN device ON device.id = question.answered_on
       LEFT JOIN member ON member.id = widening.member_id LEFT JOIN person ON person.id = member.person_id
      WHERE widening.scope_id = $2 ORDER BY widening.created_at DESC, widening.path LIMIT 500`,
    [workspaceId, scopeId],
    'select-widenings',
  );
}

/** The scope that the same answer put in this one's place. */
export async function selectReplacement(workspaceId: string, scope: ScopeRow): Promise<string | undefined> {
  if (!scope.replaced_at) return undefined;
  const rows = await query<{ id: string }>(
    `SELECT subject_id AS id FROM ledger_entry WHERE workspace_id = $1 AND event = 'ratified' AND subject_id IN (
       SELECT id FROM scope WHERE workspace_id = $1 AND session_id = $2 AND settled_at = $3) AND detail ->> 'replaces' = $4 LIMIT 1`,
    [workspaceId, scope.session_id, scope.replaced_at, scope.id],
  );
  return rows[0]?.id;
}
