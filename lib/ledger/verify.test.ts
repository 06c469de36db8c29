import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, pool, query } from '@/lib/db/client';
import { checkedLedger } from '@/lib/ledger/checked';
import { exportLedger } from '@/lib/ledger/export';
import { linesOf } from '@/lib/ledger/lines';
import { genesis, hashOf, type LedgerEntry, type LedgerHeader, verifyLedger } from '@/lib/ledger/verify';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;
let text: string;

async function exported(of: TestWorkspace): Promise<string> {
  let whole = '';
  for await (const piece of exportLedger(of.owner)) whole += piece;
  return whole;
}

beforeAll(async () => {
  place = await makeWorkspace({ pendingLimit: 1000 });
  for (const question of ['Ship it?', 'Zeilen\nmit "Zeichen" \\ \u2028 🙂 < >', 'a'.repeat(600), 'four', 'five', 'six'])
    await storeOpen(place.agent, { question });
  text = await exported(place);
});
afterAll(() => closeDatabase());

const verify = (lines: string[]) => verifyLedger(lines);
const lines = () => text.trimEnd().split('\n');
/** The lines with one entry written anew. */
const withEntry = (seq: number, change: (entry: LedgerEntry) => Partial<LedgerEntry>) =>
  lines().map((line, index) => {
    if (index !== seq) return line;
    const entry = JSON.parse(line) as LedgerEntry;
    return JSON.stringify({ ...entry, ...change(entry) });
  });
/** The lines with the text of one of them changed; the header is line 0. */
const withText = (at: number, change: (line: string) => string) =>
  lines().map((line, index) => (index === at ? change(line) : line));
const reversed = (line: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()));
const swap = (one: number, other: number) => {
  const all = lines();
  [all[one], all[other]] = [all[other] ?? '', all[one] ?? ''];
  return all;
};
const rehashed = (entry: LedgerEntry, changed: Partial<LedgerEntry>) => ({
  ...changed,
  hash: hashOf({ ...entry, ...changed }),
});

test('an export is whole: a header, and every entry with all that its hash is of', async () => {
  expect(await verify(lines())).toMatchObject({
    unbroken: true,
    entries: 6,
    header: { workspace: place.workspaceId, entries: 6 },
  });
  const header = JSON.parse(lines()[0] ?? '') as LedgerHeader;
  const last = JSON.parse(lines()[6] ?? '') as LedgerEntry;
  expect(header.head).toBe(last.hash);
  expect(JSON.parse(last.detail)).toMatchObject({ question: 'six' });
});

test('an empty ledger is one too', async () => {
  const fresh = await makeWorkspace();
  expect(await verify((await exported(fresh)).split('\n'))).toMatchObject({ unbroken: true, entries: 0 });
});

describe('what was done to it is found, with the entry and why', () => {
  test.each<[string, () => string[], string, number | undefined, RegExp]>([
    [
      'a changed detail',
      () => withEntry(3, ({ detail }) => ({ detail: detail.replace('aaa', 'bbb') })),
      'changed',
      3,
      /Entry 3 was changed/,
    ],
    [
      'a changed time',
      () => withEntry(2, () => ({ at: '2026-01-01T00:00:00.000Z' })),
      'changed',
      2,
      /Entry 2 was changed/,
    ],
    ['a changed event', () => withEntry(2, () => ({ event: 'answered' })), 'changed', 2, /was changed/],
    ['a changed subject', () => withEntry(2, () => ({ subject: null })), 'changed', 2, /was changed/],
    ['a changed number', () => withEntry(4, () => ({ seq: 9 })), 'changed', 4, /Entry 4 was changed/],
    ['a changed hash', () => withEntry(1, () => ({ hash: genesis.hash })), 'changed', 1, /Entry 1 was changed/],
    [
      'a changed entry with a new hash',
      () => withEntry(3, (entry) => rehashed(entry, { detail: '{}' })),
      'changed',
      4,
      /Entry 4 does not follow entry 3/,
    ],
    [
      'the last entry with a new hash',
      () => withEntry(6, (entry) => rehashed(entry, { detail: '{}' })),
      'changed',
      6,
      /not the last one of the export/,
    ],
    [
      'the first entry of another ledger',
      () => withEntry(1, (entry) => rehashed(entry, { previousHash: 'ab'.repeat(32) })),
      'foreign',
      1,
      /does not begin a ledger of Nod/,
    ],
    ['a removed entry', () => lines().toSpliced(4, 1), 'removed', 4, /Entry 4 was removed: entry 5 follows entry 3/],
    ['two removed entries', () => lines().toSpliced(3, 2), 'removed', 3, /Entries 3 to 4 were removed/],
    ['swapped neighbours', () => swap(3, 4), 'moved', 3, /Entry 4 stands before entry 3/],
    ['swapped last ones', () => swap(5, 6), 'moved', 5, /Entry 6 stands before entry 5/],
    ['swapped far ones', () => swap(2, 5), 'removed', 2, /Entries 2 to 4 were removed/],
    ['a repeated entry', () => lines().toSpliced(3, 0, lines()[2] ?? ''), 'moved', 2, /moved or repeated/],
    [
      'a missing beginning',
      () => lines().toSpliced(1, 2),
      'removed',
      1,
      /beginning is missing: the first entry is number 3/,
    ],
    ['a missing end', () => lines().slice(0, 5), 'cut', 5, /4 of 6 entries/],
    ['no entries at all', () => lines().slice(0, 1), 'cut', 1, /0 of 6 entries/],
    ['an added entry', () => [...lines(), added()], 'added', 7, /Entry 7 was added: the export had 6/],
    ['a missing header', () => lines().slice(1), 'not_an_export', undefined, /first line/],
    ['a line that is no JSON', () => lines().toSpliced(3, 1, '{"seq":'), 'unreadable', undefined, /Line 4 is no entry/],
    ['a line that is no entry', () => lines().toSpliced(3, 1, '{"seq":3}'), 'unreadable', undefined, /Line 4/],
    [
      'a note that no hash is of',
      () => withText(3, (line) => line.replace('{', '{"note":"APPROVED by Ann",')),
      'unreadable',
      undefined,
      /Line 4 holds "note", which .* no hash is of/,
    ],
    [
      'a note whose name would reach a terminal',
      () => withText(3, (line) => line.replace('{', '{"\\u001b[2J":1,')),
      'unreadable',
      undefined,
      /^Line 4 holds a member, which/,
    ],
    [
      'a member that stands twice',
      () => withText(2, (line) => line.replace('{', '{"event":"approved",')),
      'unreadable',
      undefined,
      /Line 3 holds "event" twice/,
    ],
    [
      'a member that stands twice, once in disguise',
      () => withText(2, (line) => line.replace('{', '{"\\u0065vent":"approved",')),
      'unreadable',
      undefined,
      /Line 3 is not written as/,
    ],
    ['another order', () => withText(2, reversed), 'unreadable', undefined, /Line 3 is not written as/],
    ['white space', () => withText(2, (line) => `${line} `), 'unreadable', undefined, /Line 3 is not written as/],
    [
      'a note in the header',
      () => withText(0, (line) => line.replace('{', '{"note":"checked",')),
      'not_an_export',
      undefined,
      /The first line holds "note"/,
    ],
    [
      'another workspace in the header, twice',
      () => withText(0, (line) => line.replace('{', '{"workspace":"other",')),
      'not_an_export',
      undefined,
      /The first line holds "workspace" twice/,
    ],
    ['an empty file', () => [], 'not_an_export', undefined, /empty/],
    ['a picture', () => ['\u0089PNG', '\u0000'], 'not_an_export', undefined, /first line/],
  ])('%s', async (_what, forge, kind, entry, sentence) => {
    const check = await verify(forge());
    expect(check).toMatchObject({ unbroken: false, problem: { kind, sentence: expect.stringMatching(sentence) } });
    if (!check.unbroken) expect(check.problem.entry).toBe(entry);
  });
});

/** An entry that really follows the last one. */
function added(): string {
  const last = JSON.parse(lines()[6] ?? '') as LedgerEntry;
  const entry = { ...last, seq: 7, previousHash: last.hash };
  return JSON.stringify({ ...entry, hash: hashOf(entry) });
}

test('every single changed character of every entry is found', async () => {
  const all = lines();
  for (let line = 1; line < all.length; line++) {
    const original = all[line] ?? '';
    for (let at = 0; at < original.length; at += 7) {
      const changed = `${original.slice(0, at)}${original[at] === 'x' ? 'y' : 'x'}${original.slice(at + 1)}`;
      expect((await verify(all.toSpliced(line, 1, changed))).unbroken, `${line} ${at}`).toBe(false);
    }
  }
});

test('lines come out whole, however a file is cut into pieces', async () => {
  const bytes = new TextEncoder().encode(text);
  async function* pieces(size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  for (const size of [1, 7, 1000, bytes.length])
    expect(await verifyLedger(linesOf(pieces(size)))).toMatchObject({ unbroken: true, entries: 6 });
});

describe('what a page says of the ledger', () => {
  let own: TestWorkspace;
  beforeEach(async () => {
    own = await makeWorkspace({ pendingLimit: 1000 });
    for (let count = 0; count < 4; count++) await storeOpen(own.agent);
  });

  /** Writes behind the back of the triggers, as only the owner of the database can. */
  async function forge(statement: string): Promise<void> {
    const client = await pool().connect();
    await client.query('BEGIN');
    await client.query(`SET LOCAL session_replication_role = 'replica'`);
    await client.query(statement, [own.workspaceId]);
    await client.query('COMMIT');
    client.release();
  }
  const forget = () => {
    (globalThis as { nodLedgerChecked?: unknown }).nodLedgerChecked = undefined;
  };

  test('how many entries were checked, and that they are unbroken; the next page checks only what came since', async () => {
    expect(await checkedLedger(own.owner)).toMatchObject({ total: 4, checked: 4, unbroken: true });
    await storeOpen(own.agent);
    expect(await checkedLedger(own.owner)).toMatchObject({ total: 5, checked: 5, unbroken: true });
  });

  test('a long ledger is checked in parts', async () => {
    await query(`INSERT INTO ledger_entry (workspace_id, event) SELECT $1, 'allowed' FROM generate_series(1, 2100)`, [
      own.workspaceId,
    ]);
    expect(await checkedLedger(own.owner)).toMatchObject({ total: 2104, checked: 2000, unbroken: true });
    expect(await checkedLedger(own.owner)).toMatchObject({ total: 2104, checked: 2104, unbroken: true });
  });

  test.each([
    [`UPDATE ledger_entry SET detail = '{}' WHERE workspace_id = $1 AND seq = 3`, /Entry 3 was changed/],
    ['DELETE FROM ledger_entry WHERE workspace_id = $1 AND seq = 2', /Entry 2 was removed/],
    ['DELETE FROM ledger_entry WHERE workspace_id = $1 AND seq = 4', /./],
    ['DELETE FROM ledger_entry WHERE workspace_id = $1', /Entry 1/],
    [
      `UPDATE ledger_head SET hash = sha256('x'::bytea) WHERE workspace_id = $1`,
      /Entry 4 is not what the ledger ends with/,
    ],
  ])('%s', async (statement, problem) => {
    await forge(statement);
    forget();
    const first = await checkedLedger(own.owner);
    // An end that is missing shows when there is nothing more to read.
    const view = first.unbroken ? await checkedLedger(own.owner) : first;
    expect(view).toMatchObject({ unbroken: false, problem: expect.stringMatching(problem) });
  });

  test('only of its own workspace', async () => {
    expect((await checkedLedger((await makeWorkspace()).owner)).total).toBe(0);
  });
});
