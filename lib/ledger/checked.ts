import type { MemberActor } from '@/lib/actor';
import { selectEntries, selectHead } from '@/lib/ledger/ledger.sql';
import { entryProblem, genesis, type LedgerPlace, type LedgerProblem } from '@/lib/ledger/verify';
import type { LedgerCheckedView } from '@/lib/scopes/view';

/** As many entries as one page may wait for; the next page goes on where this one stopped. */
const mostAtOnce = 2000;
/** After this long everything is checked again, from the first entry on. */
const holdsMs = 60 * 60_000;
/** Places are remembered for so many workspaces. */
const mostRemembered = 1000;

interface Checked {
  since: number;
  place: LedgerPlace;
  problem?: LedgerProblem | undefined;
}

// One memory per process: Next gives each route its own copy of a module.
const shared = globalThis as typeof globalThis & { nodLedgerChecked?: Map<string, Checked> };

/** Checks the chain of a workspace's ledger, at most 2000 entries further than this process has checked it before. */
export async function checkedLedger(actor: MemberActor): Promise<LedgerCheckedView> {
  shared.nodLedgerChecked ??= new Map();
  const known = shared.nodLedgerChecked;
  const { workspaceId } = actor;
  const head = (await selectHead(workspaceId)) ?? { ...genesis, now: new Date() };
  const last = known.get(workspaceId);
  const isFresh = last && performance.now() - last.since < holdsMs && last.place.seq <= head.seq;
  const from: Checked = isFresh ? last : { since: performance.now(), place: genesis };
  const now = from.problem ? from : await checkOn(workspaceId, from, head);
  known.delete(workspaceId);
  known.set(workspaceId, now);
  const oldest = known.size > mostRemembered ? known.keys().next().value : undefined;
  if (oldest) known.delete(oldest);
  return {
    at: head.now.toISOString(),
    total: head.seq,
    head: head.hash,
    checked: now.place.seq,
    unbroken: !now.problem,
    ...(now.problem ? { problem: now.problem.sentence } : {}),
  };
}

async function checkOn(workspaceId: string, { since, place }: Checked, head: LedgerPlace): Promise<Checked> {
  const isTold = (at: LedgerPlace): boolean => at.seq !== head.seq || at.hash === head.hash;
  let checked = place;
  if (checked.seq < head.seq) {
    const entries = await selectEntries(workspaceId, checked.seq, Math.min(mostAtOnce, head.seq - checked.seq));
    for (const [index, entry] of entries.entries()) {
      const problem = entryProblem(entry, checked, entries[index + 1]?.seq);
      if (problem) return { since, place: checked, problem };
      checked = { seq: entry.seq, hash: entry.hash };
    }
    if (entries.length === 0) return { since, place: checked, problem: lost(checked.seq + 1) };
  }
  return { since, place: checked, ...(isTold(checked) ? {} : { problem: lost(checked.seq) }) };
}

const lost = (entry: number): LedgerProblem => ({
  kind: 'cut',
  entry,
  sentence: `Entry ${entry} is not what the ledger ends with: its end was removed or replaced.`,
});
