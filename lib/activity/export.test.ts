import { afterAll, beforeEach, expect, test } from 'vitest';
import { exportActivity } from '@/lib/activity/export';
import { activityPage } from '@/lib/activity/feed';
import { closeDatabase } from '@/lib/db/client';
import { storeLedgerEntry, storeNotificationAt, storeQuestionAt, storeReminderAt } from '@/lib/testing/feed';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace();
});
afterAll(() => closeDatabase());

const startMs = Date.now();
const minutesAgo = (minutes: number): Date => new Date(startMs - minutes * 60_000);

async function exported(given: Record<string, unknown>, actor = place.owner): Promise<string> {
  const { pieces } = await exportActivity(actor, given);
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
}

async function idsOfPages(given: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await activityPage(place.owner, { ...given, cursor });
    ids.push(...page.happenings.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

test('an export holds the rows of all pages in their order, with the same filters', async () => {
  for (let row = 0; row < 560; row++) {
    const store = [storeQuestionAt, storeNotificationAt, storeReminderAt][row % 3] ?? storeQuestionAt;
    await store(place, minutesAgo(Math.floor(row / 7)), { agent_name: row % 2 ? 'Codex' : 'Claude Code' });
  }
  await storeLedgerEntry(place, 'stopped', { by: place.owner.memberId });
  for (const filter of [{}, { agent: 'Codex' }, { kind: 'reminders' }, { q: 'build' }]) {
    const lines = (await exported({ ...filter, format: 'jsonl' })).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(await idsOfPages(filter));
  }
});

test('a cell never becomes a formula, and commas, quotes and line breaks stay in theirs', async () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a,b', 'say "hi"', 'two\nlines'];
  for (const [index, title] of texts.entries()) await storeNotificationAt(place, minutesAgo(index), { title });
  const csv = await exported({ format: 'csv' });
  const cells = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", `"'\r=1"`, '"a,b"', '"say ""hi"""', '"two\nlines"'];
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toBe('at,kind,id,agent,session,type,title,body,state,reason,answer,note,by,settledAt,env');
  expect(rows.map((row) => row.replace(/^([^,]*,){6}/, '').replace(/,All green\..*$/, ''))).toEqual(cells);
});

test('secrets that were typed as an answer or a note do not leave', async () => {
  const secret = 'ghp_0123456789abcdefghij0123456789abcdef';
  await storeQuestionAt(place, minutesAgo(1), {
    state: 'answered',
    answer_value: secret,
    answer_note: `use ${secret}`,
    type: 'input',
  });
  for (const format of ['csv', 'jsonl']) {
    const text = await exported({ format });
    expect(text).toContain('[secret removed]');
    expect(text).not.toContain('ghp_');
  }
});

test('an export is of its workspace, and a viewer may have it', async () => {
  await storeQuestionAt(await makeWorkspace(), minutesAgo(1), { question: 'Theirs' });
  await storeQuestionAt(place, minutesAgo(1), { question: 'Ours' });
  const text = await exported({ format: 'jsonl' }, place.viewer);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).title),
  ).toEqual(['Ours']);
});

test('an empty export is an empty file of its format; an unknown format is refused', async () => {
  expect(await exported({ format: 'jsonl' })).toBe('');
  expect((await exported({ format: 'csv' })).split('\r\n')).toHaveLength(2);
  for (const given of [{}, { format: 'xlsx' }, { format: ['csv', 'jsonl'] }]) {
    await expect(exported(given)).rejects.toMatchObject({ code: 'invalid_request', issues: [{ field: 'format' }] });
  }
});
