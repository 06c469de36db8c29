import type { KeyActor, MemberActor } from '@/lib/actor';
import type { ListSessions, ListSessionsResult } from '@/lib/contract/session';
import { selectPending } from '@/lib/questions/questions.sql';
import { type SessionRow, selectSessions } from '@/lib/sessions/sessions.sql';

/** Most questions told along with the sessions; the limits of asking keep it far below. */
const mostQuestions = 100;

/** Which agents of this workspace are at work, and what they wait for (spec 4.1). */
export async function listSessions(actor: KeyActor | MemberActor, input: ListSessions): Promise<ListSessionsResult> {
  const { workspaceId } = actor;
  const [sessions, questions] = await Promise.all([
    selectSessions(workspaceId, input.status, input.limit),
    selectPending(workspaceId, mostQuestions),
  ]);
  return {
    sessions: sessions.map(listed),
    pendingQuestions: questions.map((row) => ({
      correlationId: row.id,
      question: row.question,
      type: row.type,
      ...(row.agent_name ? { agentName: row.agent_name } : {}),
      ...(row.session_id ? { sessionId: row.session_id } : {}),
      askedAt: row.created_at.toISOString(),
    })),
  };
}

const listed = (row: SessionRow): ListSessionsResult['sessions'][number] => ({
  ...(row.agent_type ? { agentType: row.agent_type } : {}),
  ...(row.agent_name ? { agentName: row.agent_name } : {}),
  ...(row.machine_id ? { machineId: row.machine_id } : {}),
  sessionId: row.session_id,
  computedStatus: row.status,
  ...(row.last_action ? { lastAction: row.last_action } : {}),
  lastSeenAt: row.last_seen_at.toISOString(),
  timeAgo: timeAgo(row.seen_ms_ago),
});

const units = [
  { word: 'd', ms: 86_400_000 },
  { word: 'h', ms: 3_600_000 },
  { word: 'min', ms: 60_000 },
  { word: 's', ms: 1000 },
];

/** A length of time in its largest unit, for people and models: `2 min ago`. */
export function timeAgo(ms: number): string {
  const unit = units.find((one) => ms >= one.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.word} ago` : 'just now';
}
