import { afterAll, beforeEach, expect, test } from 'vitest';
import { activityPage } from '@/lib/activity/feed';
import { ProposeScope } from '@/lib/contract/scope';
import { closeDatabase, query } from '@/lib/db/client';
import { answerQuestion } from '@/lib/questions/answer';
import { proposeScope } from '@/lib/scopes/propose';
import { storeLedgerEntry } from '@/lib/testing/feed';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace();
  await addDevice(place.owner);
});
afterAll(() => closeDatabase());

const contract = { sessionId: 's', doneWhen: 'The tests pass', agentName: 'Codex - web', timeoutMs: 1 };

/** Proposes a scope; gives its question and its id. */
async function propose(fields: Record<string, unknown> = {}): Promise<{ question: string; scope: string }> {
  const given = ProposeScope.parse({ ...contract, allowedPaths: ['src/orders/**', 'docs'], ...fields });
  const { correlationId: question } = await proposeScope(place.agent, given, callNow());
  const [row] = await query<{ id: string }>('SELECT id FROM scope WHERE question_id = $1', [question]);
  return { question, scope: row?.id ?? '' };
}

async function answer(id: string, value: string): Promise<void> {
  const { content_digest: shownDigest } = await rowOf(id);
  await answerQuestion(place.owner, { id, value, shownDigest });
}

const feed = async (given: Record<string, unknown> = {}) =>
  (await activityPage(place.owner, given)).happenings.map(({ title, detail, href }) => ({ title, detail, href }));

test('a scope stands in the feed with its proposal, its answer, what was added and what was stopped, and leads to its page', async () => {
  const { question, scope } = await propose();
  expect(await feed()).toEqual([
    { title: 'Scope proposed: src/orders/** and 1 more', detail: 'Codex · web', href: `/q/${question}` },
  ]);
  await answer(question, 'yes');
  const widening = await askAs(place.agent, { sessionId: 's', toolName: 'Edit', scopePath: 'README.md' });
  await answer(widening.correlationId, 'yes');
  await storeLedgerEntry(place, 'denied', { tool: 'Edit', path: '.env', pattern: '.env*' }, scope);
  const href = `/scopes/${scope}`;
  expect(await feed({ kind: 'scopes' })).toEqual([
    { title: 'Stopped: .env', detail: 'Codex · web · Off limits: .env*', href },
    { title: 'Added to a scope: README.md', detail: 'Codex · web · By you', href },
    { title: 'Scope agreed to: src/orders/** and 1 more', detail: 'Codex · web · By you', href },
    { title: 'Scope proposed: src/orders/** and 1 more', detail: 'Codex · web', href },
  ]);
  expect(await feed({ q: 'orders' })).toHaveLength(4);
});

test('a no, and a scope without allowed paths, are told as such', async () => {
  const { question } = await propose({ allowedPaths: [], offLimitsPaths: ['.env*'] });
  await answer(question, 'no');
  expect((await feed()).map(({ title }) => title)).toEqual([
    'Scope not agreed to: all but .env*',
    'Scope proposed: all but .env*',
  ]);
});

test('an entry about something that is no scope of this workspace is not told as one', async () => {
  const { scope } = await propose();
  const elsewhere = await makeWorkspace();
  await storeLedgerEntry(elsewhere, 'denied', { path: '.env' }, scope);
  await storeLedgerEntry(place, 'denied', { target: 'npm publish' });
  expect(await feed({ kind: 'scopes' })).toHaveLength(1);
  expect((await activityPage(elsewhere.owner, {})).happenings).toEqual([]);
});
