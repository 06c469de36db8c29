import type { MemberActor } from '@/lib/actor';
import { isId } from '@/lib/ids';
import { questionSummaries } from '@/lib/questions/pages';
import { selectPending } from '@/lib/questions/questions.sql';
import { scopeOfSession } from '@/lib/scopes/of-session';
import { type SessionRow, selectSession } from '@/lib/sessions/sessions.sql';
import { sessionTimeline } from '@/lib/sessions/timeline';
import { sessionView } from '@/lib/sessions/view';

/** The limits of asking keep it far below. */
const mostPending = 200;

/** Everything that a session's page shows; undefined when there is no such session in this member's workspace. */
export async function sessionPage(actor: MemberActor, id: string) {
  if (!isId(id)) return undefined;
  const row = await selectSession(actor.workspaceId, id);
  if (!row) return undefined;
  const [questions, timeline, scope] = await Promise.all([
    row.question_count > 0 ? selectPending(actor.workspaceId, mostPending) : [],
    sessionTimeline(actor, id),
    scopeOfSession(actor, id),
  ]);
  return {
    session: sessionView(row),
    facts: factsOf(row),
    questions: await questionSummaries(
      actor.workspaceId,
      questions.filter((question) => question.agent_session_id === id),
    ),
    timeline,
    ...(scope ? { scope } : {}),
  };
}

interface Fact {
  label: string;
  value: string;
  detail?: string;
  mono?: boolean;
}

function factsOf(row: SessionRow): Fact[] {
  const facts: Fact[] = [];
  if (row.machine_id) facts.push({ label: 'Machine', value: row.machine_id });
  if (row.repo_key) facts.push({ label: 'Repository', value: row.repo_key });
  if (row.cwd) facts.push({ label: 'Folder', value: row.cwd, mono: true });
  facts.push({ label: 'Session', value: row.session_id, mono: true });
  facts.push(
    row.hook_seen_at
      ? { label: 'Hook', value: 'Reports what it does' }
      : { label: 'Hook', value: 'None has reported', detail: 'Nod knows only what this session asked and told.' },
  );
  return facts;
}
