import { type ActivityRow, countWorkingSessions, selectActivity, selectJustSettled } from '@/lib/activity/activity.sql';
import type { MemberActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { agentLabel } from '@/lib/questions/agent-label';
import { answerInWords } from '@/lib/questions/receipt';

export interface Happening {
  id: string;
  title: string;
  detail: string;
  at: string;
  href: string;
  kind: 'waiting' | 'yes' | 'no' | 'expired' | 'error' | 'other';
}

const pageSize = 50;

const kindOf = ({ state, answer_value: value }: Pick<ActivityRow, 'state' | 'answer_value'>): Happening['kind'] => {
  if (state === 'pending') return 'waiting';
  if (state === 'answered') return value === 'no' ? 'no' : 'yes';
  return state === 'expired' || state === 'cancelled' ? 'expired' : 'other';
};

const outcomes: Record<string, string> = {
  pending: 'Waiting',
  expired: 'Ran out of time',
  cancelled: 'Withdrawn',
  stopped: 'Stopped',
  terminal: 'Asked there',
  notified: 'Only told',
};

const quoted = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 90 ? `${line.slice(0, 89)}…` : line}”`;
};

function happening(row: ActivityRow): Happening {
  const { agent, project } = agentLabel(row.agent_name, 'Agent');
  const who = project ? `${agent} · ${project}` : agent;
  if (row.kind === 'notification') {
    const held =
      row.env === 'test'
        ? 'Test, not delivered'
        : row.state === 'sent'
          ? undefined
          : `Held back: ${row.state.replaceAll('_', ' ')}`;
    return {
      id: row.id,
      title: row.title,
      detail: [who, held].filter(Boolean).join(' · '),
      at: row.at.toISOString(),
      href: `/n/${row.id}`,
      kind: row.type === 'error' ? 'error' : 'other',
    };
  }
  const outcome =
    row.state === 'answered' ? capital(answerInWords(row.answer_value)) : (outcomes[row.state] ?? row.state);
  return {
    id: row.id,
    title: row.state === 'answered' ? `${outcome} to ${quoted(row.title)}` : `${outcome}: ${quoted(row.title)}`,
    detail: row.env === 'test' ? `${who} · Test, not delivered` : who,
    at: row.at.toISOString(),
    href: `/q/${row.id}`,
    kind: kindOf(row),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One page of everything that happened, newest first, and where the next page starts. Throws AppError `invalid_request` for a bad cursor. */
export async function activityPage(
  actor: MemberActor,
  cursor: string | undefined,
): Promise<{ happenings: Happening[]; nextCursor?: string }> {
  const rows = await selectActivity(
    actor.workspaceId,
    cursor === undefined ? undefined : readCursor(cursor),
    pageSize + 1,
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    happenings: shown.map(happening),
    ...(rows.length > pageSize && last ? { nextCursor: `${last.at.getTime()}_${last.id}` } : {}),
  };
}

function readCursor(cursor: string): { at: string; id: string } {
  const [ms = '', id = ''] = cursor.split('_');
  if (!/^\d{1,13}$/.test(ms) || !isId(id)) throw new AppError('invalid_request', 'cursor: is not one of Nod’s');
  return { at: new Date(Number(ms)).toISOString(), id };
}

/** What was settled last, and how many agents are at work: the rest of the Waiting page. */
export async function justHappened(actor: MemberActor): Promise<{ happenings: Happening[]; working: number }> {
  const [rows, working] = await Promise.all([
    selectJustSettled(actor.workspaceId, 5),
    countWorkingSessions(actor.workspaceId),
  ]);
  return {
    working,
    happenings: rows.map((row) => ({
      ...happening(row),
      at: row.settled_at.toISOString(),
      detail: [
        agentLabel(row.agent_name, 'Agent').agent,
        row.on_name ? `on ${row.on_name}` : row.by_name ? `by ${row.by_name}` : undefined,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  };
}
