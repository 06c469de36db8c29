import { query } from '@/lib/db/client';
import type { ScopeRow } from '@/lib/scopes/row';

/** What the page of a question shows of its scope. */
export type ScopeOfQuestionRow = Pick<
  ScopeRow,
  | 'id'
  | 'question_id'
  | 'state'
  | 'sent_allowed'
  | 'sent_off_limits'
  | 'allowed_paths'
  | 'off_limits_paths'
  | 'promises'
  | 'done_when'
> & { hook_seen: boolean };

/** The scopes that these questions of a workspace ask for. */
export async function selectScopesOfQuestions(
  workspaceId: string,
  questionIds: string[],
): Promise<ScopeOfQuestionRow[]> {
  return query<ScopeOfQuestionRow>(
    `SELECT scope.id, scope.question_id, scope.state, sent_allowed, sent_off_limits, allowed_paths, off_limits_paths, promises, done_when,
            session.hook_seen_at IS NOT NULL AS hook_seen
       FROM scope LEFT JOIN agent_session session ON session.id = scope.agent_session_id
      WHERE scope.workspace_id = $1 AND scope.question_id = ANY ($2::uuid[])`,
    [workspaceId, questionIds],
    'select-scopes-of-questions',
  );
}

export interface WidenedScopeRow {
  id: string;
  question_id: string;
  agent_name: string;
}

/** For questions about one more path: the scope that the answer added it to, or else the one in force in its session now. */
export async function selectWidenedScopes(workspaceId: string, questionIds: string[]): Promise<WidenedScopeRow[]> {
  return query<WidenedScopeRow>(
    `SELECT its_scope.id, question.id AS question_id, its_scope.agent_name
       FROM question JOIN LATERAL (
         SELECT scope.id, scope.agent_name
           FROM scope LEFT JOIN scope_widening widening
             ON widening.scope_id = scope.id AND widening.path = question.scope_path AND widening.question_id = question.id
          WHERE scope.workspace_id = $1 AND scope.agent_session_id = question.agent_session_id
            AND (widening.scope_id IS NOT NULL OR (scope.state = 'ratified' AND question.type = 'confirm' AND scope.settled_at <= question.created_at))
          ORDER BY widening.scope_id IS NOT NULL DESC LIMIT 1) its_scope ON true
      WHERE question.workspace_id = $1 AND question.id = ANY ($2::uuid[])`,
    [workspaceId, questionIds],
    'select-widened-scopes',
  );
}
