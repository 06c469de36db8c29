import { createHash } from 'node:crypto';
import { strayOf } from '@/lib/ledger/lines';

/**
 * Checks a ledger without its database: an export, or rows as they were read. Needs nothing but SHA-256, so that anybody can write the
 * same again. What an entry's hash is of: five lines, joined by line feeds: the hash before it, its number, its time, its event and
 * subject, its detail as PostgreSQL printed it.
 */
export interface LedgerEntry {
  seq: number;
  at: string;
  event: string;
  subject: string | null;
  /** JSON exactly as it was hashed. */
  detail: string;
  previousHash: string;
  hash: string;
}

/** The first line of an export. */
export interface LedgerHeader {
  ledger: 'nod';
  format: 1;
  workspace: string;
  exportedAt: string;
  /** How many entries follow, and the hash of the last one. */
  entries: number;
  head: string;
}

export interface LedgerPlace {
  seq: number;
  hash: string;
}

export interface LedgerProblem {
  kind: 'not_an_export' | 'unreadable' | 'foreign' | 'changed' | 'removed' | 'moved' | 'added' | 'cut';
  /** The number of the entry that is wrong, when it is one. */
  entry?: number;
  /** The line of the export, counted from 1. */
  line?: number;
  sentence: string;
}

export type LedgerCheck =
  | { unbroken: true; header: LedgerHeader; entries: number }
  | { unbroken: false; header?: LedgerHeader; problem: LedgerProblem };

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Before the first entry of every ledger. */
export const genesis: LedgerPlace = { seq: 0, hash: sha256('nod') };

export const hashOf = (entry: LedgerEntry): string =>
  sha256([entry.previousHash, entry.seq, entry.at, `${entry.event} ${entry.subject ?? '-'}`, entry.detail].join('\n'));

/** Whether an entry is what was written and follows the one before it; undefined when it does. `next` is the number of the one after it. */
export function entryProblem(entry: LedgerEntry, before: LedgerPlace, next?: number): LedgerProblem | undefined {
  const expected = before.seq + 1;
  const problem = (kind: LedgerProblem['kind'], at: number, sentence: string) => ({ kind, entry: at, sentence });
  if (hashOf(entry) !== entry.hash)
    return problem('changed', expected, `Entry ${expected} was changed: its hash is not that of what it says.`);
  if (entry.seq > expected && next === expected)
    return problem('moved', expected, `Entry ${entry.seq} stands before entry ${expected}: they were swapped.`);
  if (entry.seq > expected) return problem('removed', expected, missing(expected, entry.seq));
  if (entry.seq < expected)
    return problem(
      'moved',
      entry.seq,
      `Entry ${entry.seq} stands after entry ${before.seq}: it was moved or repeated.`,
    );
  if (entry.previousHash === before.hash) return undefined;
  if (before.seq === 0)
    return problem('foreign', 1, 'Entry 1 does not begin a ledger of Nod: something else stood before it.');
  return problem(
    'changed',
    expected,
    `Entry ${expected} does not follow entry ${before.seq}: one of the two was replaced.`,
  );
}

function missing(from: number, next: number): string {
  if (from === 1) return `The beginning is missing: the first entry is number ${next}.`;
  if (next - from === 1) return `Entry ${from} was removed: entry ${next} follows entry ${from - 1}.`;
  return `Entries ${from} to ${next - 1} were removed.`;
}

/**
 * Checks an export line by line and stops at the first thing that is wrong: a changed, removed, moved or added entry, a missing beginning
 * or end, a ledger that did not begin as ledgers do, a line that holds more than was exported. Whoever rewrites everything from an entry
 * on, hashes and header included, is found only by comparing the head with the one that the server shows.
 */
export async function verifyLedger(lines: AsyncIterable<string> | Iterable<string>): Promise<LedgerCheck> {
  let header: LedgerHeader | undefined;
  let place = genesis;
  let line = 0;
  let held: { entry: LedgerEntry; line: number } | undefined;
  const broken = (problem: LedgerProblem): LedgerCheck => ({ unbroken: false, ...(header ? { header } : {}), problem });
  const settle = (next?: number): LedgerProblem | undefined => {
    if (!held || !header) return undefined;
    const { entry, line: at } = held;
    const problem = entryProblem(entry, place, next) ?? endProblem(entry, header);
    place = entry;
    return problem && { ...problem, line: at };
  };
  for await (const text of lines) {
    line++;
    if (text.trim() === '') continue;
    const read = readLine(text);
    if (!header) {
      header = headerOf(read);
      if (!header)
        return broken({
          kind: 'not_an_export',
          line,
          sentence: 'The first line is not that of an export of Nod’s ledger.',
        });
      const stray = strayOf(text, read, header);
      if (stray) return broken({ kind: 'not_an_export', line, sentence: `The first line ${stray}` });
      continue;
    }
    const entry = entryOf(read);
    // What stands before an unreadable line is wrong first.
    const problem = settle(entry?.seq);
    if (problem) return broken(problem);
    if (!entry) return broken({ kind: 'unreadable', line, sentence: `Line ${line} is no entry of a ledger.` });
    const stray = strayOf(text, read, entry);
    if (stray) return broken({ kind: 'unreadable', line, sentence: `Line ${line} ${stray}` });
    held = { entry, line };
  }
  if (!header) return broken({ kind: 'not_an_export', sentence: 'The file is empty.' });
  const last = settle();
  if (last) return broken(last);
  if (place.seq < header.entries)
    return broken({ kind: 'cut', entry: place.seq + 1, sentence: cutSentence(place.seq, header) });
  return { unbroken: true, header, entries: place.seq };
}

const cutSentence = (last: number, header: LedgerHeader): string =>
  `The end is missing: ${last} of ${header.entries} entries are there.`;

/** What an entry says against the header: more than were exported, or another last one. */
function endProblem(entry: LedgerEntry, header: LedgerHeader): LedgerProblem | undefined {
  if (entry.seq > header.entries)
    return {
      kind: 'added',
      entry: entry.seq,
      sentence: `Entry ${entry.seq} was added: the export had ${header.entries}.`,
    };
  if (entry.seq === header.entries && entry.hash !== header.head)
    return { kind: 'changed', entry: entry.seq, sentence: `Entry ${entry.seq} is not the last one of the export.` };
  return undefined;
}

type Read = Record<string, unknown>;

function readLine(text: string): Read {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Read) : {};
  } catch {
    // Told as a line that is no entry.
    return {};
  }
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function headerOf(read: Read): LedgerHeader | undefined {
  const { ledger, format, workspace, exportedAt, entries, head } = read;
  if (ledger !== 'nod' || format !== 1 || !isCount(entries) || !isHash(head)) return undefined;
  return { ledger, format, workspace: String(workspace), exportedAt: String(exportedAt), entries, head };
}

function entryOf(read: Read): LedgerEntry | undefined {
  const { seq, at, event, subject, detail, previousHash, hash } = read;
  if (!isCount(seq) || typeof at !== 'string' || typeof event !== 'string' || typeof detail !== 'string')
    return undefined;
  if (!isHash(previousHash) || !isHash(hash) || !(subject === null || typeof subject === 'string')) return undefined;
  return { seq, at, event, subject, detail, previousHash, hash };
}
