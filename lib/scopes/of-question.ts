import type { ScopeState } from '@/lib/contract/scope';
import { agentLabel } from '@/lib/questions/agent-label';
import { contractView } from '@/lib/scopes/contract-view';
import { selectScopesOfQuestions, selectWidenedScopes, type WidenedScopeRow } from '@/lib/scopes/of-question.sql';
import type { ScopeContractView } from '@/lib/scopes/view';

/** The scope that a question asks for. */
export interface ScopeOnQuestion {
  id: string;
  state: ScopeState;
  contract: ScopeContractView;
  /** Whether a hook has reported this session: without one nothing is checked. */
  hookSeen: boolean;
}

/** The one path that a yes adds, and to which scope: none when the scope is no longer in force. */
export interface Widening {
  path: string;
  scopeId?: string;
  /** The agent and its project. */
  scopeName?: string;
}

/** What a question has to do with a scope: it asks for one, or for one more path in it. */
export interface ScopesOfQuestion {
  scope?: ScopeOnQuestion;
  widening?: Widening;
}

interface Question {
  id: string;
  kind: string;
  scope_path: string | null;
}

/** The scopes that these questions of one workspace ask for or would widen, by the question's id. */
export async function scopesOfQuestions(
  workspaceId: string,
  questions: Question[],
): Promise<Map<string, ScopesOfQuestion>> {
  const proposals = questions.filter(({ kind }) => kind === 'scope').map(({ id }) => id);
  const widenings = questions.flatMap(({ id, scope_path: path }) => (path === null ? [] : [{ id, path }]));
  const ids = widenings.map(({ id }) => id);
  const [scopes, widened] = await Promise.all([
    proposals.length > 0 ? selectScopesOfQuestions(workspaceId, proposals) : [],
    ids.length > 0 ? selectWidenedScopes(workspaceId, ids) : [],
  ]);
  const found = new Map<string, ScopesOfQuestion>();
  for (const row of scopes) {
    const { id, state, hook_seen: hookSeen } = row;
    found.set(row.question_id, { scope: { id, state, contract: contractView(row), hookSeen } });
  }
  for (const { id, path } of widenings)
    found.set(id, {
      widening: wideningOf(
        path,
        widened.find(({ question_id: question }) => question === id),
      ),
    });
  return found;
}

function wideningOf(path: string, scope: WidenedScopeRow | undefined): Widening {
  if (!scope) return { path };
  const { agent, project } = agentLabel(scope.agent_name);
  return { path, scopeId: scope.id, scopeName: project ?? agent };
}
