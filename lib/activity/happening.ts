import type { FeedRow } from '@/lib/activity/feed.sql';
import { pushWords, reasonWords } from '@/lib/activity/outcome-words';
import { scopeWords } from '@/lib/activity/scope-words';
import { agentLabel } from '@/lib/questions/agent-label';
import { answerInWords } from '@/lib/questions/receipt';

/** One thing that happened, in words. */
export interface Happening {
  id: string;
  title: string;
  detail: string;
  /** ISO time. */
  at: string;
  href: string;
  kind: 'waiting' | 'yes' | 'no' | 'expired' | 'error' | 'reminder' | 'stopped' | 'resumed' | 'rule' | 'other';
}

const outcomes: Record<string, string> = {
  pending: 'Waiting',
  expired: 'Ran out of time',
  cancelled: 'Withdrawn',
  stopped: 'Stopped',
  terminal: 'Asked there',
  notified: 'Only told',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ');

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 90 ? `${line.slice(0, 89)}…` : line}”`;
}

function agentWords(agentName: string): string {
  const { agent, project } = agentLabel(agentName, 'Agent');
  return joined(agent, project);
}

/** A question and what became of it, as a title: `Yes to “Ship it?”`, `Waiting: “Ship it?”`. */
export function questionTitle(row: {
  state: string;
  title: string;
  answer_value: string | null;
  reason?: string | null;
}): string {
  if (row.state === 'answered') return `${capital(answerInWords(row.answer_value))} to ${quoted(row.title)}`;
  // Withdrawn by the person, not by its agent.
  const state = row.reason === 'kill_switch' ? 'stopped' : row.state;
  return `${outcomes[state] ?? state}: ${quoted(row.title)}`;
}

/** How a question ended, for its tile. */
export function questionKind({ state, answer_value: value }: { state: string; answer_value: string | null }) {
  if (state === 'pending') return 'waiting';
  if (state === 'answered') return value === 'no' ? 'no' : 'yes';
  return state === 'expired' || state === 'cancelled' ? 'expired' : 'other';
}

/** One row of the feed in words. Times that stand in a sentence are of the viewer's time zone. */
export function happening(row: FeedRow, timeZone: string): Happening {
  const common = { id: row.id, at: row.at.toISOString() };
  switch (row.kind) {
    case 'question': {
      const why = row.state !== 'answered' && row.reason ? reasonWords(row.reason) : heldBackWords(row);
      return {
        ...common,
        title: questionTitle(row),
        detail: joined(agentWords(row.agent_name), why, row.env === 'test' && 'Test, not delivered'),
        href: `/q/${row.id}`,
        kind: questionKind(row),
      };
    }
    case 'decision':
      return {
        ...common,
        title: questionTitle(row),
        detail: joined(
          `Decision of ${row.body ?? 'nobody named'}`,
          row.agent_name,
          row.state === 'pending' && pushWords(row),
        ),
        href: `/d/${row.id}`,
        kind: questionKind(row),
      };
    case 'notification':
      return {
        ...common,
        title: row.title,
        detail: joined(agentWords(row.agent_name), pushWords(row)),
        href: `/n/${row.id}`,
        kind: row.type === 'error' ? 'error' : 'other',
      };
    case 'reminder':
      return {
        ...common,
        title: `Reminder: ${row.title}`,
        detail: joined(row.type === 'own' ? 'You' : agentWords(row.agent_name), pushWords(row)),
        href: '/reminders',
        kind: 'reminder',
      };
    case 'control':
      return { ...common, ...controlWords(row, timeZone) };
    case 'scope':
      return { ...common, ...scopeWords(row, agentWords(row.agent_name), joined) };
  }
}

/** A question that rang nowhere because its people rested says so, also when it was answered in Nod. */
const heldBackWords = ({ accepted, suppressed }: FeedRow): string | undefined =>
  accepted === 0 && (suppressed === 'snoozed' || suppressed === 'quiet_hours')
    ? `Held back: ${reasonWords(suppressed)}`
    : undefined;

/** What the person told agents, by the ledger's event. Later versions may write other details: what is missing or odd is left out. */
function controlWords(row: FeedRow, timeZone: string): Pick<Happening, 'title' | 'detail' | 'kind' | 'href'> {
  const detail = typeof row.detail === 'object' && row.detail !== null ? (row.detail as Record<string, unknown>) : {};
  const by = row.by_viewer ? 'By you' : row.by_name && `By ${row.by_name}`;
  if (row.state === 'stopped' || row.state === 'resumed')
    return { ...stopWords(row, detail, by, timeZone), href: '/settings' };
  const words = row.state === 'preset' ? presetWords(detail, by) : ruleWords(row, detail, by, timeZone);
  return { ...words, kind: 'rule', href: '/policies' };
}

function stopWords(row: FeedRow, detail: Record<string, unknown>, by: string | null, timeZone: string) {
  const isStop = row.state === 'stopped';
  const what = row.session_id ? (row.agent_name ? agentWords(row.agent_name) : 'One session') : 'Every agent';
  const { until, cancelled } = detail;
  return {
    title: `${what} ${isStop ? 'was stopped' : 'may go on'}`,
    detail: joined(
      by,
      isStop && untilWords(until, timeZone),
      typeof cancelled === 'number' &&
        cancelled > 0 &&
        `${cancelled} ${cancelled === 1 ? 'question' : 'questions'} withdrawn`,
    ),
    kind: isStop ? ('stopped' as const) : ('resumed' as const),
  };
}

function ruleWords(
  row: FeedRow,
  { pattern, effect, repo, session, until }: Record<string, unknown>,
  by: string | null,
  timeZone: string,
) {
  const place = session ? (row.agent_name ? agentWords(row.agent_name) : 'One session') : 'All repositories';
  return {
    title: `${row.state === 'rule_made' ? 'Rule' : 'Rule removed'}: ${joinedBySpace(effect, pattern)}`,
    detail: joined(by, typeof repo === 'string' ? repo : place, untilWords(until, timeZone)),
  };
}

const presetWords = ({ from, to }: Record<string, unknown>, by: string | null) => ({
  title: `Preset: ${nameOfPreset(to)}`,
  detail: joined(by, `It was ${nameOfPreset(from)}`),
});

const nameOfPreset = (preset: unknown): string => capital(String(preset ?? 'unknown').replace('_', '-'));
const joinedBySpace = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string').join(' ');

function untilWords(until: unknown, timeZone: string): string | undefined {
  const at = new Date(typeof until === 'string' ? until : Number.NaN);
  if (Number.isNaN(at.getTime())) return undefined;
  const words = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).format(at);
  try {
    return `Until ${words(timeZone)}`;
  } catch (error) {
    if (error instanceof RangeError) return `Until ${words('UTC')} UTC`;
    throw error;
  }
}
