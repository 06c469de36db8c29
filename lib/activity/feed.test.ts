import { afterAll, beforeEach, expect, test } from 'vitest';
import { activityPage } from '@/lib/activity/feed';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { storeLedgerEntry, storeNotificationAt, storeQuestionAt, storeReminderAt } from '@/lib/testing/feed';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace();
});
afterAll(() => closeDatabase());

const daysAgo = (days: number): Date => minutesAgo(days * 24 * 60);
// One moment for the whole file: rows are to have equal times to the millisecond.
const startMs = Date.now();
const minutesAgo = (minutes: number): Date => new Date(startMs - minutes * 60_000);

const find = async (given: Record<string, unknown> = {}, actor = place.owner) =>
  (await activityPage(actor, given)).happenings.map(({ id }) => id);

/** Every page after the other; `between` runs before each next one. */
async function readThrough(given: Record<string, unknown>, between: () => Promise<unknown> = async () => undefined) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await activityPage(place.owner, { ...given, cursor });
    ids.push(...page.happenings.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor) await between();
  } while (cursor);
  return ids;
}

test('reading page by page loses and repeats nothing, with equal times and while new rows come in', async () => {
  const old: string[] = [];
  // Groups of forty share a time, so pages of fifty end within a group.
  for (let row = 0; row < 130; row++) {
    const at = minutesAgo(60 + Math.floor(row / 40));
    const store = [storeQuestionAt, storeNotificationAt, storeReminderAt][row % 3] ?? storeQuestionAt;
    old.push(await store(place, at));
  }
  const ids = await readThrough({}, () => storeQuestionAt(place, minutesAgo(0)));
  expect(ids).toHaveLength(130);
  expect(ids.toSorted()).toEqual(old.toSorted());
});

test('what is newest stands first, whatever its kind', async () => {
  const question = await storeQuestionAt(place, minutesAgo(4));
  const reminder = await storeReminderAt(place, minutesAgo(2));
  const notification = await storeNotificationAt(place, minutesAgo(3));
  await storeLedgerEntry(place, 'stopped', {});
  expect((await find()).slice(1)).toEqual([reminder, notification, question]);
});

test('filters narrow by kind, agent, session and day, and all combine', async () => {
  const wanted = { agent_name: 'Codex - web', session_id: 'one' };
  const [day = '', dayBefore = ''] = [daysAgo(1), daysAgo(2)].map((at) => at.toISOString().slice(0, 10));
  const noon = `${day}T12:00:00Z`;
  const question = await storeQuestionAt(place, noon, { ...wanted, question: 'Deploy?' });
  const notification = await storeNotificationAt(place, noon, { ...wanted, title: 'Deployed' });
  const reminder = await storeReminderAt(place, noon, { ...wanted, body: 'Deploy again' });
  const others = [
    await storeQuestionAt(place, noon, { ...wanted, question: 'Merge?' }),
    await storeQuestionAt(place, noon, { ...wanted, agent_name: 'Claude Code', question: 'Deploy?' }),
    await storeQuestionAt(place, noon, { ...wanted, session_id: 'two', question: 'Deploy?' }),
    await storeQuestionAt(place, `${dayBefore}T12:00:00Z`, { ...wanted, question: 'Deploy?' }),
  ];
  const all = { agent: 'Codex - web', session: 'one', day, q: 'deploy' };
  expect((await find(all)).toSorted()).toEqual([question, notification, reminder].toSorted());
  expect(await find({ ...all, kind: 'questions' })).toEqual([question]);
  expect(await find({ ...all, kind: 'notifications' })).toEqual([notification]);
  expect(await find({ ...all, kind: 'reminders' })).toEqual([reminder]);
  expect(await find({ ...all, kind: 'control' })).toEqual([]);
  for (const [index, left] of ['q', 'agent', 'session', 'day'].entries()) {
    expect(await find({ ...all, [left]: '' }), left).toContain(others[index]);
  }
});

test('a filter or a place that cannot be read is refused by name', async () => {
  const id = newId();
  const refused: [string, unknown][] = [
    ['kind', 'everything'],
    ['day', '2026-02-30'],
    ['day', 'yesterday'],
    ['q', '&|!'],
    ['q', 'x'.repeat(201)],
    ['agent', 'a\u0000b'],
    ['session', ['one', 'two']],
    ['cursor', 'nonsense'],
    ['cursor', `99999999999999_${id}`],
    ['cursor', `1_${id}_more`],
    ['cursor', ['1', '2']],
  ];
  for (const [field, value] of refused) {
    await expect(find({ [field]: value }), `${field}=${value}`).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ field }],
    });
  }
});

test('a day has all of its hours in the zone of the member, also when the clocks change', async () => {
  await query(`UPDATE member SET time_zone = 'Europe/Berlin' WHERE id = $1`, [place.owner.memberId]);
  // In 2026 the clocks go forward on 29 March (23 hours) and back on 25 October (25 hours).
  const days: [string, string, string, number][] = [
    ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
    ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
  ];
  for (const [day, from, to, hours] of days) {
    const inDay: string[] = [];
    await storeQuestionAt(place, new Date(Date.parse(from) - 1));
    for (let hour = 0; hour < hours; hour++) {
      inDay.push(await storeQuestionAt(place, new Date(Date.parse(from) + hour * 3_600_000)));
    }
    inDay.push(await storeQuestionAt(place, new Date(Date.parse(to) - 1)));
    await storeQuestionAt(place, to);
    expect(await find({ day }), day).toEqual(inDay.toReversed());
  }
});

test('a time zone that this server does not know counts as UTC', async () => {
  await query(`UPDATE member SET time_zone = 'Mars/Olympus' WHERE id = $1`, [place.owner.memberId]);
  const id = await storeQuestionAt(place, '2026-03-10T00:00:00Z');
  await storeLedgerEntry(place, 'stopped', { until: '2026-03-10T00:00:00Z' });
  expect(await find({ day: '2026-03-10' })).toEqual([id]);
  expect(await find({ kind: 'control' })).toHaveLength(1);
});

test('an end user’s decision is in the feed, also under its own kind; what the sandbox was asked is not', async () => {
  const id = await storeQuestionAt(place, minutesAgo(1), { kind: 'decision', external_id: 'customer' });
  await storeQuestionAt(place, minutesAgo(1), { kind: 'decision', env: 'test' });
  expect(await find()).toEqual([id]);
  expect(await find({ kind: 'decisions' })).toEqual([id]);
  expect(await find({ kind: 'questions' })).toEqual([]);
});

test('another workspace and another member’s reminder are not in the feed', async () => {
  const other = await makeWorkspace();
  await storeQuestionAt(other, minutesAgo(1));
  await storeNotificationAt(other, minutesAgo(1));
  await storeReminderAt(other, minutesAgo(1));
  await storeLedgerEntry(other, 'stopped', {});
  const reminder = await storeReminderAt(place, minutesAgo(1));
  expect(await find({}, place.viewer)).toEqual([]);
  expect(await find()).toEqual([reminder]);
});

test('a reminder that is still to come is not in the feed', async () => {
  await storeReminderAt(place, minutesAgo(1), { status: 'scheduled', settled_at: null });
  expect(await find()).toEqual([]);
});
