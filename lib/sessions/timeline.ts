import type { MemberActor } from '@/lib/actor';
import { answerInWords } from '@/lib/questions/receipt';
import { selectSessionTimeline, type TimelineRow } from '@/lib/sessions/timeline.sql';

/** One thing that happened in a session. `code` says that the title is a command. */
export interface SessionHappening {
  key: string;
  at: string;
  kind: 'fact' | 'you' | 'stopped';
  title: string;
  detail?: string;
  href?: string;
  code?: boolean;
}

const mostShown = 200;

/** What happened in a session, newest first: at most 200 things. */
export async function sessionTimeline(actor: MemberActor, agentSessionId: string): Promise<SessionHappening[]> {
  const rows = await selectSessionTimeline(actor.workspaceId, agentSessionId, mostShown);
  const begun = new Set(rows.filter((row) => row.kind === 'tool').map((row) => row.text));
  return rows.flatMap((row) => {
    // Most agents report a tool call before and after; once is enough.
    if (row.source === 'event' && (row.kind === 'working' || (row.kind === 'tool_done' && begun.has(row.text))))
      return [];
    return [{ key: `${row.source} ${row.id}`, at: row.at.toISOString(), ...happeningOf(row, actor) }];
  });
}

type Words = Omit<SessionHappening, 'key' | 'at'>;

function happeningOf(row: TimelineRow, viewer: MemberActor): Words {
  switch (row.source) {
    case 'event':
      return eventWords(row);
    case 'asked':
      return { kind: 'fact', title: 'Asked', detail: row.text, href: `/q/${row.id}` };
    case 'settled':
      return settledWords(row, viewer);
    case 'notification':
      return {
        kind: row.kind === 'error' ? 'stopped' : 'fact',
        title: row.text,
        href: `/n/${row.id}`,
        ...(row.reason ? { detail: `Held back: ${row.reason.replaceAll('_', ' ')}` } : {}),
      };
  }
}

function eventWords({ kind, text }: TimelineRow): Words {
  if (kind === 'prompt') return { kind: 'you', title: text };
  if (kind === 'failed') return { kind: 'stopped', title: 'Error', detail: text };
  return { kind: 'fact', title: text, ...(text.startsWith('$ ') ? { code: true } : {}) };
}

const endings: Record<string, string> = {
  expired: 'Ran out of time',
  cancelled: 'Withdrawn',
  stopped: 'Refused: stopped',
  terminal: 'Asked where it runs',
  notified: 'Told, not asked',
};
const reasons: Record<string, string> = {
  handoff: 'To be asked where it runs',
  session_ended: 'The session ended',
  kill_switch: 'The session was stopped',
};

function settledWords(row: TimelineRow, viewer: MemberActor): Words {
  const link = { detail: row.text, href: `/q/${row.id}` };
  if (row.kind === 'answered') {
    const who = row.answered_by_person === viewer.personId ? 'You' : (row.answered_by_name ?? 'Somebody');
    return { ...link, kind: 'you', title: `${who} answered ${answerInWords(row.answer_value)}` };
  }
  const reason = reasons[row.reason ?? ''];
  return { ...link, kind: 'stopped', title: endings[row.kind] ?? row.kind, ...(reason ? { detail: reason } : {}) };
}
