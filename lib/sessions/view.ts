import type { SessionStatus } from '@/lib/contract/session';
import { agentLabel } from '@/lib/questions/agent-label';
import { agentTypeName } from '@/lib/sessions/agent-type';
import type { SessionRow } from '@/lib/sessions/sessions.sql';

/** What pages show of one session. Times are ISO strings. */
export interface SessionView {
  id: string;
  agent: string;
  /** What it works on: of its own name, else its repository's or folder's name. */
  project?: string;
  status: SessionStatus;
  /** Since when it waits, or when it was seen last. */
  since: string;
  ended: boolean;
  stoppedUntil?: string;
  lastAction?: string;
  question?: { id: string; text: string };
  /** How many questions wait. */
  questionCount: number;
}

export function sessionView(row: SessionRow): SessionView {
  const named = agentLabel(row.agent_name, agentTypeName(row.agent_type) ?? 'An agent');
  const project = named.project ?? lastPart(row.repo_key) ?? lastPart(row.cwd);
  return {
    id: row.id,
    agent: named.agent,
    ...(project ? { project } : {}),
    status: row.status,
    since: (row.question_at ?? row.last_seen_at).toISOString(),
    ended: row.ended_at !== null,
    ...(row.stopped_until ? { stoppedUntil: row.stopped_until.toISOString() } : {}),
    ...(row.last_action ? { lastAction: row.last_action } : {}),
    ...(row.question_id && row.question ? { question: { id: row.question_id, text: row.question } } : {}),
    questionCount: row.question_count,
  };
}

const lastPart = (path: string | null): string | undefined =>
  path
    ?.split(/[/\\]/)
    .filter((part) => part !== '')
    .at(-1);
