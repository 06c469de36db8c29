import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, pool, query } from '@/lib/db/client';
import { answerQuestion } from '@/lib/questions/answer';
import { cancelQuestion } from '@/lib/questions/cancel';
import { settleAsExpired } from '@/lib/questions/questions.sql';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace({ pendingLimit: 1000 });
});

afterAll(() => closeDatabase());

interface Exported {
  seq: string;
  at: Date;
  event: string;
  subject_id: string | null;
  detail: string;
  previous: string;
  hash: string;
}

const exportLedger = (): Promise<Exported[]> =>
  query<Exported>(
    `SELECT seq::text, at, event, subject_id, detail::text, encode(previous_hash, 'hex') AS previous, encode(hash, 'hex') AS hash
       FROM ledger_entry WHERE workspace_id = $1 ORDER BY ledger_entry.seq`,
    [place.workspaceId],
  );

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Checks an export the way a stranger would: nothing but the rows and SHA-256. Gives the number of the first row that is wrong. */
function firstBroken(rows: Exported[]): number | undefined {
  let previous = sha256('nod');
  let number = 0;
  for (const row of rows) {
    number++;
    const lines = [previous, String(number), row.at.toISOString(), `${row.event} ${row.subject_id ?? '-'}`, row.detail];
    const isWhole = row.seq === String(number) && row.previous === previous && row.hash === sha256(lines.join('\n'));
    if (!isWhole) return number;
    previous = row.hash;
  }
  return undefined;
}

const texts = ['Ship it?', 'Zeilen\numbruch\tund "Anführung" \\ 🙂', 'a'.repeat(600)];

test('the chain of a workspace can be checked by anybody from its export', async () => {
  for (const question of texts) {
    const { id, digest: shownDigest } = await storeOpen(place.agent, { question });
    await answerQuestion(place.owner, { id, value: 'yes', note: question, shownDigest });
  }
  await cancelQuestion(place.agent, { correlationId: (await storeOpen(place.agent)).id });
  const rows = await exportLedger();
  expect(rows.map(({ event }) => event)).toEqual([
    ...Array(3).fill(['asked', 'answered']).flat(),
    'asked',
    'cancelled',
  ]);
  expect(firstBroken(rows)).toBeUndefined();
  const [head] = await query(`SELECT seq, encode(hash, 'hex') AS hash FROM ledger_head WHERE workspace_id = $1`, [
    place.workspaceId,
  ]);
  expect(head).toEqual({ seq: '8', hash: rows[7]?.hash });
});

test.each([
  [
    'a changed answer',
    (rows: Exported[]) => rows.map((row) => ({ ...row, detail: row.detail.replace('"yes"', '"no"') })),
    2,
  ],
  ['a missing row', (rows: Exported[]) => rows.filter((_, index) => index !== 1), 2],
  ['a changed time', (rows: Exported[]) => rows.map((row) => ({ ...row, at: new Date(row.at.getTime() + 1) })), 1],
  ['another order', (rows: Exported[]) => [...rows].reverse(), 1],
])('%s is found', async (_what, forge, broken) => {
  for (let count = 0; count < 2; count++) {
    const { id, digest: shownDigest } = await storeOpen(place.agent);
    await answerQuestion(place.owner, { id, value: 'yes', shownDigest });
  }
  expect(firstBroken(forge(await exportLedger()))).toBe(broken);
});

test('writers at once, several rows in one statement included, leave one whole chain', async () => {
  const overdue = await Promise.all(Array.from({ length: 20 }, () => storeOpen(place.agent, {}, 60_000)));
  await shiftClock(60_000);
  await Promise.all([
    settleAsExpired(undefined, 15),
    settleAsExpired(undefined, 15),
    ...Array.from({ length: 30 }, async () => {
      const { id, digest: shownDigest } = await storeOpen(place.agent);
      await Promise.all([
        answerQuestion(place.owner, { id, value: 'yes', shownDigest }),
        cancelQuestion(place.agent, { correlationId: id }),
      ]);
    }),
  ]);
  await settleAsExpired(undefined, 100);
  await shiftClock(0);
  const rows = await exportLedger();
  expect(rows).toHaveLength(overdue.length * 2 + 30 * 2);
  expect(firstBroken(rows)).toBeUndefined();
});

test('workspaces have chains of their own', async () => {
  await storeOpen(place.agent);
  const neighbour = await makeWorkspace();
  await storeOpen(neighbour.agent);
  const rows = await query('SELECT seq FROM ledger_entry WHERE workspace_id = ANY ($1)', [
    [place.workspaceId, neighbour.workspaceId],
  ]);
  expect(rows).toEqual([{ seq: '1' }, { seq: '1' }]);
});

test.each([
  ['UPDATE', `UPDATE ledger_entry SET detail = '{}' WHERE workspace_id = $1`],
  ['UPDATE', `UPDATE ledger_entry SET hash = previous_hash WHERE workspace_id = $1`],
  ['DELETE', `DELETE FROM ledger_entry WHERE workspace_id = $1`],
])('the database refuses %s on the ledger', async (operation, statement) => {
  await storeOpen(place.agent);
  const before = await exportLedger();
  await expect(query(statement, [place.workspaceId])).rejects.toThrow(
    `the ledger is append-only: ${operation} refused`,
  );
  expect(await exportLedger()).toEqual(before);
});

test.each(['TRUNCATE ledger_entry', 'TRUNCATE workspace CASCADE'])('the database refuses %s', async (statement) => {
  await storeOpen(place.agent);
  await expect(query(statement)).rejects.toThrow('the ledger is append-only: TRUNCATE refused');
  expect(await exportLedger()).toHaveLength(1);
});

test('what a writer says about number, time and hashes is not believed', async () => {
  await query(
    `INSERT INTO ledger_entry (workspace_id, seq, at, event, previous_hash, hash) VALUES ($1, 99, '2001-01-01', 'forged', 'x', 'y')`,
    [place.workspaceId],
  );
  const rows = await exportLedger();
  expect(rows).toMatchObject([{ seq: '1' }]);
  expect(Number(rows[0]?.at)).toBeGreaterThan(Date.now() - 60_000);
  expect(firstBroken(rows)).toBeUndefined();
});

test('a workspace can only be deleted with its ledger by saying so, for one transaction', async () => {
  await storeOpen(place.agent);
  const remove = ['DELETE FROM workspace WHERE id = $1', [place.workspaceId]] as const;
  await expect(query(remove[0], [...remove[1]])).rejects.toThrow('append-only');
  const client = await pool().connect();
  await client.query('BEGIN');
  await client.query(`SET LOCAL nod.purge = 'on'`);
  await client.query(remove[0], [...remove[1]]);
  await client.query('COMMIT');
  client.release();
  expect(await exportLedger()).toEqual([]);
});

test.each([
  ['answer', `answer_value = 'no'`],
  ['state', `state = 'pending', settled_at = NULL, answer_value = NULL`],
  ['time', `settled_at = nod_now() + interval '1 hour'`],
  ['note', `answer_note = 'and more'`],
  ['source', `answer_source = 'slack'`],
])('the database refuses to rewrite the %s of a settled question', async (_what, change) => {
  const { id, digest: shownDigest } = await storeOpen(place.agent);
  await answerQuestion(place.owner, { id, value: 'yes', shownDigest });
  await expect(query(`UPDATE question SET ${change} WHERE id = $1`, [id])).rejects.toThrow(/is settled as answered/);
});

test.each([`question = 'Other?'`, `options = '{a}'`, `type = 'input'`, `content_digest = 'x'`, `action_body = 'x'`])(
  'the database refuses to change what an open question asks: %s',
  async (change) => {
    const rich = { questions: [{ question: 'Which?', multiSelect: false, options: [{ label: 'a' }, { label: 'b' }] }] };
    const { id } = await storeOpen(place.agent, rich);
    await expect(query(`UPDATE question SET ${change} WHERE id = $1`, [id])).rejects.toThrow(/cannot be rewritten/);
  },
);

test('no row can say answered without an answer, or hold an answer without saying so', async () => {
  const { id } = await storeOpen(place.agent);
  await expect(
    query(`UPDATE question SET state = 'answered', settled_at = nod_now() WHERE id = $1`, [id]),
  ).rejects.toThrow('question_answered');
  await expect(query(`UPDATE question SET answer_value = 'yes' WHERE id = $1`, [id])).rejects.toThrow(
    'question_answered',
  );
  await expect(query(`UPDATE question SET state = 'cancelled' WHERE id = $1`, [id])).rejects.toThrow(
    'question_settled',
  );
});
