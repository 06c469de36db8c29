import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ProposeScope } from '@/lib/contract/scope';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { answerQuestion } from '@/lib/questions/answer';
import type { AskCall } from '@/lib/questions/ask-and-wait';
import { cancelQuestion } from '@/lib/questions/cancel';
import { listScopes } from '@/lib/scopes/list';
import { scopePage } from '@/lib/scopes/page';
import { proposeScope } from '@/lib/scopes/propose';
import { addDevice, addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, callNow, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace({ pendingLimit: 1000 });
  await addDevice(place.owner);
});
afterAll(() => closeDatabase());

async function propose(fields: Record<string, unknown> = {}, call: Partial<AskCall> = {}) {
  const given = ProposeScope.parse({
    sessionId: 'one',
    doneWhen: 'Refund tests pass',
    allowedPaths: ['src/**', 'docs'],
    offLimitsPaths: ['.env*', 'keys'],
    agentName: 'Claude Code - shop',
    timeoutMs: 0,
    ...fields,
  });
  const { correlationId } = await proposeScope(place.agent, given, { ...callNow(), ...call });
  const [row] = await query<{ id: string }>('SELECT id FROM scope WHERE question_id = $1', [correlationId]);
  return { scope: row?.id ?? '', question: correlationId };
}
const answer = async (id: string, value = 'yes', by = place.owner) =>
  answerQuestion(by, { id, value, source: 'decide_page', shownDigest: (await rowOf(id)).content_digest });
async function ratified(fields: Record<string, unknown> = {}) {
  const proposed = await propose(fields);
  await answer(proposed.question);
  return proposed;
}
/** Entries as the gate writes them (lib/gate/record.sql.ts). */
const gateSays = (scope: string, event: 'allowed' | 'denied', detail: Record<string, unknown>, times = 1) =>
  query(
    `INSERT INTO ledger_entry (workspace_id, event, subject_id, detail) SELECT $1, $2, $3, $4 FROM generate_series(1, $5)`,
    [place.workspaceId, event, scope, JSON.stringify({ tool: 'Edit', session: 'one', scope, ...detail }), times],
  );
const page = async (scope: string, options = {}, viewer = place.owner) => {
  const found = await scopePage(viewer, scope, options);
  if (!found) throw new Error('There is no such page.');
  return found;
};

describe('the page of a scope', () => {
  test('says what was agreed to, by whom and where, what it stopped and how often', async () => {
    const { scope, question } = await ratified();
    await gateSays(scope, 'denied', { target: '.env', path: '.env', pattern: '.env*' }, 2);
    await gateSays(scope, 'denied', { target: 'keys/a', path: 'keys/a', pattern: 'keys/**' });
    await gateSays(scope, 'denied', { target: 'src/a.ts', reason: 'Your rule says no.' });
    expect(await page(scope)).toMatchObject({
      state: 'ratified',
      questionId: question,
      agentLabel: 'Claude Code',
      project: 'shop',
      sessionId: 'one',
      ratifiedBy: { byYou: true, where: 'on the question’s page' },
      stoppedCount: 4,
      hookSeen: false,
      contract: {
        allowed: [
          { pattern: 'src/**', alsoCovers: [], isBareWord: false },
          { pattern: 'docs', alsoCovers: ['docs/**'], isBareWord: true },
        ],
        offLimits: [
          { pattern: '.env*', stoppedCount: 2, lastStoppedAt: expect.any(String) },
          { pattern: 'keys', stoppedCount: 1 },
        ],
        promises: [],
        doneWhen: 'Refund tests pass',
        checksNothing: false,
      },
    });
  });

  test('another member is told who it was; a viewer sees it too', async () => {
    const { scope } = await ratified();
    const other = await addMember(place.workspaceId, 'member');
    expect((await page(scope, {}, other)).ratifiedBy).toMatchObject({ byYou: false, name: 'owner' });
    expect((await page(scope, {}, place.viewer)).ledger.lines[0]?.title).toBe('Ratified by owner');
  });

  test('tells its ledger newest first, with runs of allowed edits in one line and the numbers of the entries', async () => {
    const { scope, question } = await ratified();
    await gateSays(scope, 'allowed', { target: 'src/a.ts' }, 3);
    await gateSays(scope, 'denied', { target: '/work/shop/.env', path: '.env', pattern: '.env*' });
    await gateSays(scope, 'allowed', { target: 'src/b.ts' });
    const wider = await askAs(place.agent, {
      question: 'The readme too?',
      sessionId: 'one',
      toolName: 'Edit',
      scopePath: 'README.md',
      waitEndsAt: new Date(Date.now() + 60_000).toISOString(),
    });
    await answer(wider.correlationId);
    await gateSays(newId(), 'allowed', { target: 'elsewhere' });
    const { ledger, widenings, widenedCount } = await page(scope);
    expect(
      ledger.lines.map(({ title, code, detail, entries, kind, href }) => ({
        title,
        code,
        detail,
        entries,
        kind,
        href,
      })),
    ).toEqual([
      {
        title: 'Widened by you',
        code: 'README.md',
        detail: 'On the question’s page',
        entries: 'Entry 12',
        kind: 'you',
        href: `/q/${wider.correlationId}`,
      },
      { title: 'Allowed', code: 'src/b.ts', entries: 'Entry 9', kind: 'allowed' },
      { title: 'Stopped', code: '.env', detail: 'Off limits: .env*', entries: 'Entry 8', kind: 'stopped' },
      { title: 'Allowed: 3 edits inside the scope', entries: 'Entries 5 to 7', kind: 'allowed' },
      { title: 'Ratified by you', detail: 'On the question’s page', entries: 'Entry 4', kind: 'you' },
      { title: 'Proposed by Claude Code', detail: '2 paths, 2 off limits', entries: 'Entry 2', kind: 'fact' },
    ]);
    expect(question).not.toBe(wider.correlationId);
    expect(widenedCount).toBe(1);
    expect(widenings).toEqual([
      {
        path: 'README.md',
        at: expect.any(String),
        questionId: wider.correlationId,
        question: 'The readme too?',
        byYou: true,
        name: 'owner',
        where: 'on the question’s page',
      },
    ]);
  });

  test('a long ledger comes in pages that miss nothing and repeat nothing', async () => {
    const { scope } = await ratified();
    await query(
      `INSERT INTO ledger_entry (workspace_id, event, subject_id)
       SELECT $1, CASE n % 2 WHEN 0 THEN 'denied' ELSE 'allowed' END, $2 FROM generate_series(1, 230) n`,
      [place.workspaceId, scope],
    );
    await gateSays(scope, 'allowed', { target: 'many' }, 1500);
    const seen: number[] = [];
    let before: unknown;
    do {
      const { ledger } = await page(scope, { before });
      for (const { firstEntry, lastEntry } of ledger.lines)
        for (let seq = lastEntry; seq >= firstEntry; seq--) seen.push(seq);
      before = ledger.olderBefore === undefined ? undefined : String(ledger.olderBefore);
    } while (before);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    expect(new Set(seen).size).toBe(1732);
  });

  test.each([
    ['declined', 'Declined by you', (id: string) => answer(id, 'no')],
    ['withdrawn', 'Withdrawn', (id: string) => cancelQuestion(place.agent, { correlationId: id })],
  ])('a proposal that was %s says so', async (state, title, settle) => {
    const { scope, question } = await propose();
    await settle(question);
    expect(await page(scope)).toMatchObject({
      state,
      ledger: { lines: [{ title }, { title: 'Proposed by Claude Code' }] },
    });
  });

  test('a scope that was replaced names the one after it', async () => {
    const old = await ratified();
    const newer = await ratified({ allowedPaths: ['lib/**'] });
    expect(await page(old.scope)).toMatchObject({
      state: 'replaced',
      replacedById: newer.scope,
      replacedAt: expect.any(String),
    });
    expect((await page(newer.scope)).ledger.lines[0]?.detail).toContain('It replaced the scope before it');
  });

  test('nobody else’s, and nothing that is no id', async () => {
    const { scope } = await ratified();
    const neighbour = await makeWorkspace();
    expect(await scopePage(neighbour.owner, scope)).toBeUndefined();
    expect(await scopePage(place.owner, 'nonsense')).toBeUndefined();
    expect((await page(scope, { before: 'nonsense' })).ledger.lines).toHaveLength(2);
  });
});

describe('the list', () => {
  test('what is in force, what waits, and what was before', async () => {
    const old = await ratified();
    const now = await ratified();
    const waiting = await propose({ sessionId: 'two' });
    await propose({ sessionId: 'three' }, { testTraffic: true });
    const list = await listScopes(place.owner);
    const ids = (part: { id: string }[]) => part.map(({ id }) => id);
    expect([ids(list.inForce), ids(list.proposed), ids(list.earlier)]).toEqual([
      [now.scope],
      [waiting.scope],
      [old.scope],
    ]);
    expect(await listScopes((await makeWorkspace()).owner)).toEqual({ inForce: [], proposed: [], earlier: [] });
  });

  test('a scope whose session has not been seen for a week, or is gone, is an earlier one', async () => {
    const one = await ratified();
    const two = await ratified({ sessionId: 'two' });
    await query(
      `UPDATE agent_session SET last_seen_at = nod_now() - interval '8 days' WHERE workspace_id = $1 AND session_id = 'one'`,
      [place.workspaceId],
    );
    await query(`DELETE FROM agent_session WHERE workspace_id = $1 AND session_id = 'two'`, [place.workspaceId]);
    const { inForce, earlier } = await listScopes(place.owner);
    expect(inForce).toEqual([]);
    expect(earlier.map(({ id, state }) => [id, state])).toEqual([
      [two.scope, 'ratified'],
      [one.scope, 'ratified'],
    ]);
    expect(earlier[0]).not.toHaveProperty('hookSeen');
  });

  test('earlier ones come in pages that miss nothing', async () => {
    const rows = await query<{ id: string }>(
      `INSERT INTO scope (id, workspace_id, question_id, session_id, state, done_when, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'one', 'withdrawn', 'Done', nod_now() - interval '1 second' * (n / 3)
         FROM generate_series(1, 60) n RETURNING id`,
      [place.workspaceId],
    );
    const ids = rows.map(({ id }) => id);
    const first = await listScopes(place.owner);
    const second = await listScopes(place.owner, { cursor: first.nextCursor });
    const all = [...first.earlier, ...second.earlier].map(({ id }) => id);
    expect([first.earlier.length, all.length, new Set(all).size, second.nextCursor]).toEqual([50, 60, 60, undefined]);
    expect(new Set(all)).toEqual(new Set(ids));
    expect((await listScopes(place.owner, { cursor: 'nonsense' })).earlier).toHaveLength(50);
  });
});
