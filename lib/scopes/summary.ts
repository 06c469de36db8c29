import type { MemberActor } from '@/lib/actor';
import { agentLabel } from '@/lib/questions/agent-label';
import { answerPlace } from '@/lib/questions/answer-place';
import { redact } from '@/lib/redact';
import type { ListedScopeRow } from '@/lib/scopes/scopes.sql';
import type { ScopeSummary, WhoWhere } from '@/lib/scopes/view';

/** A scope in a list, as this member sees it. */
export function scopeSummary(row: ListedScopeRow, viewer: MemberActor): ScopeSummary {
  const agentName = redact(row.agent_name);
  const { agent, project } = agentLabel(agentName);
  return {
    id: row.id,
    state: row.state,
    questionId: row.question_id,
    agentName,
    agentLabel: agent,
    ...(project ? { project } : {}),
    sessionId: row.session_id,
    ...(row.agent_session_id ? { agentSessionId: row.agent_session_id } : {}),
    ...(row.machine_id ? { machineId: row.machine_id } : {}),
    proposedAt: row.created_at.toISOString(),
    ...(row.settled_at ? { settledAt: row.settled_at.toISOString() } : {}),
    ...(row.replaced_at ? { replacedAt: row.replaced_at.toISOString() } : {}),
    ...(row.ratified_by ? { ratifiedBy: whoWhere(row, viewer) } : {}),
    doneWhen: row.done_when,
    allowedCount: row.sent_allowed.length,
    offLimitsCount: row.sent_off_limits.length,
    promiseCount: row.promises.length,
    widenedCount: row.widened_count,
    stoppedCount: row.stopped_count,
    ...(row.hook_seen === null ? {} : { hookSeen: row.hook_seen }),
  };
}

/** Who answered, and where, as this member is told. */
export function whoWhere(
  row: { by_person: string | null; by_name: string | null; answer_source: string | null; on_name: string | null },
  viewer: MemberActor,
): WhoWhere {
  const where = answerPlace(row.answer_source, row.on_name);
  return {
    byYou: row.by_person === viewer.personId,
    ...(row.by_name ? { name: row.by_name } : {}),
    ...(where ? { where } : {}),
  };
}
