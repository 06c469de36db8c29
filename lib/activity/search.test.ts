import { afterAll, beforeEach, expect, test } from 'vitest';
import { activityPage } from '@/lib/activity/feed';
import { searchExpression } from '@/lib/activity/search-words';
import { closeDatabase } from '@/lib/db/client';
import { storeNotificationAt, storeQuestionAt, storeReminderAt } from '@/lib/testing/feed';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace();
});
afterAll(() => closeDatabase());

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

const find = async (q: string, more: Record<string, string> = {}) =>
  (await activityPage(place.owner, { q, ...more })).happenings.map(({ id }) => id);

test('a search finds the beginning of words in what was asked, told and reminded of', async () => {
  const id = await storeQuestionAt(place, daysAgo(1), {
    question: 'Deploy the Größenänderung?',
    context: 'Before lunch',
    intent: 'Shorten queues',
    action: 'Merges main',
    blocker: 'Needs approval',
    tool_target: 'src/deep/order-status.ts',
    action_body: 'kubectl apply --filename orders.yaml',
    options: ['Yellow', 'Purple'],
    agent_name: 'Codex - web',
  });
  for (const words of 'depl grö lunc short merg appro order-sta order.yaml kubect yell pur cod status.ts --file'.split(
    ' ',
  )) {
    expect(await find(words), words).toEqual([id]);
  }
  const told = await storeNotificationAt(place, daysAgo(1), { title: 'Zebra', body: 'Quagga' });
  const reminded = await storeReminderAt(place, daysAgo(1), { title: 'Okapi', body: 'Tapir' });
  expect([await find('zeb'), await find('QUAG')]).toEqual([[told], [told]]);
  expect([await find('okap'), await find('tap')]).toEqual([[reminded], [reminded]]);
});

test('every word must be there, in any order, but only from its beginning', async () => {
  const id = await storeQuestionAt(place, daysAgo(1), { question: 'Deploy the new checkout' });
  expect(await find('checkout dep')).toEqual([id]);
  expect(await find('deploy nothing')).toEqual([]);
  expect(await find('ploy')).toEqual([]);
});

test('nothing that is typed is an operator', async () => {
  const id = await storeQuestionAt(place, daysAgo(1), { question: 'alpha beta' });
  await storeQuestionAt(place, daysAgo(1), { question: 'gamma' });
  const typed = [
    '!gamma',
    'alpha | gamma',
    '(alpha',
    "alp' | 'gamma",
    'alpha <-> gamma',
    'alpha & !beta',
    'a:*b',
    '\\alpha\\',
    "''",
    'alpha:ABCD',
  ];
  for (const words of typed) {
    const found = await activityPage(place.owner, { q: words }).catch((error) => error.code);
    if (words === "''") expect(found, words).toBe('invalid_request');
    else expect(found, words).toHaveProperty('happenings');
  }
  expect(await find('!gamma')).not.toContain(id);
  expect(await find('alpha | gamma')).toEqual([]);
  expect(await find('alpha & !beta')).toEqual([id]);
  expect(searchExpression("it's | a:*B & !(x)")).toBe("'it':* & 's':* & 'a':* & 'B':* & 'x':*");
});

test('a typed answer cannot be found: one that holds a secret could be read letter by letter', async () => {
  await storeQuestionAt(place, daysAgo(1), {
    state: 'answered',
    answer_value: 'hunter2',
    answer_note: 'swordfish',
    type: 'input',
  });
  expect(await find('hunt')).toEqual([]);
  expect(await find('sword')).toEqual([]);
});

test('a search stays in its workspace', async () => {
  const other = await makeWorkspace();
  await storeQuestionAt(other, daysAgo(1), { question: 'Deploy?' });
  await storeNotificationAt(other, daysAgo(1), { title: 'Deployed' });
  expect(await find('deploy')).toEqual([]);
});

test('a search looks back ninety days, and further when a day is chosen', async () => {
  const recent = await storeQuestionAt(place, daysAgo(89), { question: 'Deploy?' });
  const old = await storeQuestionAt(place, daysAgo(91), { question: 'Deploy?' });
  expect(await find('deploy')).toEqual([recent]);
  expect(await find('deploy', { day: daysAgo(91).toISOString().slice(0, 10) })).toEqual([old]);
});

test('a text with a word that is too long to be indexed is stored all the same', async () => {
  const id = await storeQuestionAt(place, daysAgo(1), {
    question: `zeta ${'x'.repeat(7000)}`,
    action_body: 'y '.repeat(50_000),
  });
  expect(await find('zeta')).toEqual([id]);
});
