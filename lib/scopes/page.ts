import type { MemberActor } from '@/lib/actor';
import { isId } from '@/lib/ids';
import { contractView } from '@/lib/scopes/contract-view';
import { ledgerLines } from '@/lib/scopes/ledger-lines';
import { selectScopeEntries } from '@/lib/scopes/ledger-lines.sql';
import {
  type ListedScopeRow,
  selectReplacement,
  selectScope,
  selectStopped,
  selectWidenings,
} from '@/lib/scopes/scopes.sql';
import { scopeSummary, whoWhere } from '@/lib/scopes/summary';
import type { ScopeLedgerView, ScopePageView } from '@/lib/scopes/view';

/** Entries that one page reads, and lines that it shows: a run of allowed edits is one line. */
const mostEntries = 1000;
const mostLines = 200;

/**
 * Everything that the page of a scope shows; undefined when there is no such scope in this member's workspace. `before` is the number of a
 * ledger entry: only older ones are shown then.
 */
export async function scopePage(
  actor: MemberActor,
  id: string,
  { before }: { before?: unknown } = {},
): Promise<ScopePageView | undefined> {
  if (!isId(id)) return undefined;
  const { workspaceId } = actor;
  const row = await selectScope(workspaceId, id);
  if (!row) return undefined;
  const [stopped, widenings, replacedById, ledger] = await Promise.all([
    selectStopped(workspaceId, id),
    selectWidenings(workspaceId, id),
    selectReplacement(workspaceId, row),
    ledgerOf(actor, row, numberOf(before)),
  ]);
  return {
    ...scopeSummary(row, actor),
    contract: contractView(row, stopped),
    widenings: widenings.map((widening) => ({
      ...whoWhere(widening, actor),
      path: widening.path,
      at: widening.created_at.toISOString(),
      questionId: widening.question_id,
      ...(widening.question ? { question: widening.question } : {}),
    })),
    ledger,
    ...(replacedById ? { replacedById } : {}),
  };
}

function numberOf(given: unknown): number | undefined {
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

async function ledgerOf(actor: MemberActor, row: ListedScopeRow, before: number | undefined): Promise<ScopeLedgerView> {
  const rows = await selectScopeEntries(actor.workspaceId, row, before, mostEntries + 1);
  const { agentLabel: agent } = scopeSummary(row, actor);
  const story = { agent, personId: actor.personId, size: sizeOf(row) };
  const all = ledgerLines(rows.slice(0, mostEntries), story);
  const lines = all.slice(0, mostLines);
  const isMore = rows.length > mostEntries || all.length > mostLines;
  const last = lines.at(-1);
  return { lines, ...(isMore && last ? { olderBefore: last.firstEntry } : {}) };
}

function sizeOf({ sent_allowed: allowed, sent_off_limits: offLimits }: ListedScopeRow): string {
  if (allowed.length + offLimits.length === 0) return 'No paths: nothing is checked';
  return `${allowed.length} ${allowed.length === 1 ? 'path' : 'paths'}, ${offLimits.length} off limits`;
}
