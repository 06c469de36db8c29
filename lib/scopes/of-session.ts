import type { MemberActor } from '@/lib/actor';
import type { ScopeState } from '@/lib/contract/scope';
import { cut } from '@/lib/contract/text';
import { selectScopeBefore, selectScopeOfSession } from '@/lib/scopes/of-session.sql';

/** The scope of a session, in a line. */
export interface SessionScope {
  id: string;
  state: ScopeState;
  questionId: string;
  /** `src/orders/** and 2 more`. */
  summary: string;
}

/** The scope in force of a session, or else the newest one. */
export async function scopeOfSession(
  { workspaceId }: MemberActor,
  agentSessionId: string,
): Promise<SessionScope | undefined> {
  const row = await selectScopeOfSession(workspaceId, agentSessionId);
  if (!row) return undefined;
  const [first = 'No paths', ...more] = row.sent_allowed.length > 0 ? row.sent_allowed : row.sent_off_limits;
  const prefix = row.sent_allowed.length === 0 && row.sent_off_limits.length > 0 ? 'All but ' : '';
  return {
    id: row.id,
    state: row.state,
    questionId: row.question_id,
    summary: `${prefix}${cut(first, 100)}${more.length > 0 ? ` and ${more.length} more` : ''}`,
  };
}

/** The scope that a scope replaced, when it did. */
export const scopeBefore = ({ workspaceId }: MemberActor, id: string): Promise<string | undefined> =>
  selectScopeBefore(workspaceId, id);
