import type { MemberActor } from '@/lib/actor';
import { selectEntries, selectHead } from '@/lib/ledger/ledger.sql';
import { genesis, type LedgerHeader } from '@/lib/ledger/verify';

const batchSize = 500;

/**
 * The whole ledger of a workspace as JSON Lines, a batch of entries at a time: a header with the last number and hash, then every entry
 * up to that one, oldest first. `nod ledger verify` reads it.
 */
export async function* exportLedger(actor: MemberActor): AsyncGenerator<string, void, undefined> {
  const { workspaceId: workspace } = actor;
  const head = (await selectHead(workspace)) ?? { ...genesis, now: new Date() };
  const header: LedgerHeader = {
    ledger: 'nod',
    format: 1,
    workspace,
    exportedAt: head.now.toISOString(),
    entries: head.seq,
    head: head.hash,
  };
  yield `${JSON.stringify(header)}\n`;
  for (let after = 0; after < head.seq; ) {
    const entries = await selectEntries(workspace, after, Math.min(batchSize, head.seq - after));
    if (entries.length === 0) return;
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    after = entries.at(-1)?.seq ?? head.seq;
  }
}
