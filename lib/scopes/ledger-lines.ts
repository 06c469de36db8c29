import { answerPlace } from '@/lib/questions/answer-place';
import type { ScopeEntryRow } from '@/lib/scopes/ledger-lines.sql';
import type { ScopeLedgerLine } from '@/lib/scopes/view';

/** What the lines of a scope's ledger speak of. */
export interface LedgerStory {
  agent: string;
  personId: string;
  /** As in "3 paths, 2 off limits". */
  size: string;
}

/** The entries of a scope as lines, newest first: each run of allowed edits is one. */
export function ledgerLines(rows: ScopeEntryRow[], story: LedgerStory): ScopeLedgerLine[] {
  const lines: ScopeLedgerLine[] = [];
  let run: ScopeEntryRow[] = [];
  const endRun = () => {
    if (run.length > 0) lines.push(allowedLine(run));
    run = [];
  };
  for (const row of rows) {
    if (row.event === 'allowed') run.push(row);
    else {
      endRun();
      lines.push({ ...entriesOf(row.seq, row.seq), at: row.at.toISOString(), ...wordsOf(row, story) });
    }
  }
  endRun();
  return lines;
}

const number = new Intl.NumberFormat('en');

function entriesOf(first: number, last: number) {
  const entries =
    first === last ? `Entry ${number.format(first)}` : `Entries ${number.format(first)} to ${number.format(last)}`;
  return { key: `${first} ${last}`, firstEntry: first, lastEntry: last, entries };
}

function allowedLine(run: ScopeEntryRow[]): ScopeLedgerLine {
  const [newest] = run;
  const edits = run.reduce((sum, { detail }) => sum + (typeof detail.count === 'number' ? detail.count : 1), 0);
  const path = run.length === 1 ? pathOf(newest) : undefined;
  return {
    ...entriesOf(run.at(-1)?.seq ?? 0, newest?.seq ?? 0),
    at: (newest?.at ?? new Date(0)).toISOString(),
    kind: 'allowed',
    title:
      path && edits === 1
        ? 'Allowed'
        : `Allowed: ${number.format(edits)} ${edits === 1 ? 'edit' : 'edits'} inside the scope`,
    ...(path && edits === 1 ? { code: path } : {}),
  };
}

type Words = Pick<ScopeLedgerLine, 'kind' | 'title' | 'code' | 'detail' | 'href'>;

function wordsOf(row: ScopeEntryRow, story: LedgerStory): Words {
  const by = row.by_person === story.personId ? 'you' : (row.by_name ?? 'somebody');
  const place = capital(answerPlace(textIn(row.detail.source), row.on_name));
  const path = pathOf(row);
  const question = textIn(row.detail.question);
  switch (row.event) {
    case 'proposed':
      return { kind: 'fact', title: `Proposed by ${story.agent}`, detail: story.size };
    case 'ratified':
      return {
        kind: 'you',
        title: `Ratified by ${by}`,
        ...detailOf(place, textIn(row.detail.replaces) && 'It replaced the scope before it'),
      };
    case 'declined':
      return { kind: 'you', title: `Declined by ${by}`, ...detailOf(place) };
    case 'widened':
      return {
        kind: 'you',
        title: `Widened by ${by}`,
        ...(path ? { code: path } : {}),
        ...detailOf(place),
        ...(question ? { href: `/q/${question}` } : {}),
      };
    case 'denied':
      return {
        kind: 'stopped',
        title: 'Stopped',
        ...(path ? { code: path } : {}),
        ...detailOf(stoppedBecause(row)),
      };
    case 'expired':
      return { kind: 'stopped', title: 'Ran out of time', detail: 'Nobody answered' };
    case 'cancelled':
      return { kind: 'stopped', title: 'Withdrawn', ...detailOf(withdrawnBecause[textIn(row.detail.reason) ?? '']) };
    case 'allowed':
      return { kind: 'allowed', title: 'Allowed' };
  }
}

const withdrawnBecause: Record<string, string> = {
  kill_switch: 'All agents, or this one, were stopped',
  session_ended: 'The session ended',
  handoff: 'To be asked where the agent runs',
};

function stoppedBecause({ detail }: ScopeEntryRow): string | undefined {
  const pattern = textIn(detail.pattern);
  return pattern ? `Off limits: ${pattern}` : textIn(detail.reason)?.replace(/\.$/, '');
}

/** A text in an entry's detail; undefined when there is none. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const pathOf = (row: ScopeEntryRow | undefined): string | undefined =>
  textIn(row?.detail.path) ?? textIn(row?.detail.target);
const detailOf = (...parts: (string | undefined)[]): { detail?: string } => {
  const detail = parts.filter(Boolean).join('. ');
  return detail === '' ? {} : { detail };
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
