import { createReadStream } from 'node:fs';
import { readArguments } from '@/cli/arguments';
import { fail, finish } from '@/cli/output';
import { linesOf } from '@/lib/ledger/lines';
import { type LedgerCheck, verifyLedger } from '@/lib/ledger/verify';

/** Verifies an exported ledger. Needs no server: that is what the hashes are for. */
export async function ledger(args: string[]): Promise<void> {
  const [verb, file = ''] = readArguments(args, { command: 'ledger', words: ['verify', 'FILE'] }).positionals;
  if (verb !== 'verify') fail(`nod ledger can verify, not "${verb}". See: nod help ledger`, 'usage');
  const check = await checkFile(file);
  if (!check.unbroken) {
    const { problem, header } = check;
    return fail(problem.sentence, 'failed', { unbroken: false, problem, ...(header ? { header } : {}) });
  }
  const { entries, header } = check;
  finish(
    { unbroken: true, entries, header },
    `Unbroken: ${entries} entries, exported at ${header.exportedAt}.
Head: ${header.head}
Nobody changed, removed or moved an entry if this is also the head that Nod shows.`,
  );
}

async function checkFile(file: string): Promise<LedgerCheck> {
  const pieces = file === '-' ? process.stdin : createReadStream(file);
  try {
    return await verifyLedger(linesOf(pieces));
  } catch (error) {
    // The pieces of a ledger cannot throw; the file can be missing, a folder, or closed to this user.
    return fail(`${file} cannot be read: ${(error as Error).message}`);
  }
}
