import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import type { ProposeScopeResult } from '@/lib/contract/scope';
import { ProposeScope } from '@/lib/contract/scope';
import { closeDatabase, query } from '@/lib/db/client';
import { parseOrThrow } from '@/lib/parse';
import { answerQuestion } from '@/lib/questions/answer';
import type { AskCall } from '@/lib/questions/ask-and-wait';
import { cancelQuestion } from '@/lib/questions/cancel';
import { mustBeRead } from '@/lib/questions/must-be-read';
import { settleAsExpired } from '@/lib/questions/questions.sql';
import { waitForAnswer } from '@/lib/questions/wait';
import { proposeScope } from '@/lib/scopes/propose';
import { selectScopeInForce } from '@/lib/scopes/scope-in-force.sql';
import { resumeAgents, stopAgents } from '@/lib/stops/stop';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, ledgerOf, rowOf } from '@/lib/testing/questions';
import { type Listening, listen } from '@/lib/wake/listen';

let place: TestWorkspace;
let listening: Listening;

beforeAll(async () => {
  listening = listen();
  await listening.ready;
});
beforeEach(async () => {
  place = await makeWorkspace();
  await addDevice(place.owner);
});
afterAll(async () => {
  await listening.stop();
  await closeDatabase();
});

type Fields = Record<string, unknown>;
const contract = {
  sessionId: 'one',
  doneWhen: 'Refund tests pass',
  allowedPaths: ['src/**', 'docs'],
  offLimitsPaths: ['.env*'],
};

const propose = async (
  fields: Fields = {},
  call: Partial<AskCall> = {},
  actor = place.agent,
): Promise<ProposeScopeResult> =>
  proposeScope(actor, parseOrThrow(ProposeScope, { ...contract, timeoutMs: 0, ...fields }), {
    receivedAt: performance.now(),
    ...call,
  });

const answer = async (id: string, value = 'yes', note?: string) =>
  answerQuestion(place.owner, { id, value, ...(note ? { note } : {}), shownDigest: (await rowOf(id)).content_digest });

const inForce = async (sessionId = 'one') => {
  const [session] = await query<{ id: string }>(
    'SELECT id FROM agent_session WHERE workspace_id = $1 AND session_id = $2',
    [place.workspaceId, sessionId],
  );
  return session && selectScopeInForce(place.workspaceId, session.id);
};

const scopeOf = async (questionId: string) => {
  const [row] = await query<{ id: string; state: string; agent_session_id: string }>(
    'SELECT * FROM scope WHERE question_id = $1',
    [questionId],
  );
  if (!row) throw new Error('There is no such scope.');
  return row;
};

const asStored = {
  allowedPaths: ['src/**', 'docs', 'docs/**'],
  offLimitsPaths: ['.env*'],
  doneWhen: 'Refund tests pass',
};

describe('what a proposal replies', () => {
  test('nobody has answered yet: not in force, and how to go on', async () => {
    expect(await propose()).toEqual({
      correlationId: expect.any(String),
      ratified: false,
      answered: false,
      status: 'pending',
      enforces: ['paths'],
      enforcementNote: expect.stringMatching(
        /No hook has reported .* "docs" will match only a folder or file of that name/,
      ),
      hookSeen: false,
      note: expect.stringContaining('go on as if there were no scope'),
      contract: asStored,
      nextAction: 'wait_for_answer',
    });
    expect(await inForce()).toBeUndefined();
  });

  test('a yes while it waits puts it in force; nothing else is said', async () => {
    const reply = propose({ timeoutMs: 20_000, allowedPaths: ['src/**'] });
    const id = await waitingId();
    await query(`UPDATE agent_session SET hook_seen_at = nod_now() WHERE workspace_id = $1`, [place.workspaceId]);
    await answer(id);
    expect(await reply).toEqual({
      correlationId: id,
      ratified: true,
      answered: true,
      value: 'yes',
      status: 'answered',
      enforces: ['paths'],
      hookSeen: true,
      contract: { ...asStored, allowedPaths: ['src/**'] },
    });
    expect(await inForce()).toMatchObject({ allowedPaths: ['src/**'], offLimitsPaths: ['.env*'], widened: [] });
    expect(await ledgerOf((await scopeOf(id)).id)).toEqual(['proposed', 'ratified']);
  });

  test('a no tells to ask which scope they want, with what the person added', async () => {
    const reply = propose({ timeoutMs: 20_000 });
    const id = await waitingId();
    await answer(id, 'no', 'leave the docs alone');
    expect(await reply).toMatchObject({ ratified: false, answered: true, value: 'no', status: 'answered' });
    expect((await reply).note).toBe(
      'The person declined this scope, and says: "leave the docs alone". Ask which scope they want; until then there is none.',
    );
    expect((await scopeOf(id)).state).toBe('declined');
    expect(await ledgerOf((await scopeOf(id)).id)).toEqual(['proposed', 'declined']);
  });

  test('what the person adds to a yes is not lost', async () => {
    const reply = propose({ timeoutMs: 20_000 });
    await answer(await waitingId(), 'yes', 'be quick');
    expect((await reply).enforcementNote).toContain('The person says: be quick');
    expect(await reply).not.toHaveProperty('note');
  });

  test('without paths nothing is checked, and the person is told', async () => {
    const reply = await propose({ allowedPaths: undefined, offLimitsPaths: [], promises: ['No new dependency'] });
    expect(reply).toMatchObject({ enforces: [], enforcementNote: expect.stringContaining('nothing is checked') });
    expect(reply.contract).toEqual({
      allowedPaths: [],
      offLimitsPaths: [],
      doneWhen: 'Refund tests pass',
      promises: ['No new dependency'],
    });
    expect((await rowOf(reply.correlationId)).question).toContain('It names no paths, so nothing is checked.');
  });

  test('nobody can be reached', async () => {
    place = await makeWorkspace();
    expect(await propose({ timeoutMs: 20_000 })).toMatchObject({
      ratified: false,
      answered: false,
      status: 'pending',
      nextAction: 'ask_in_current_client',
      handoffAction: 'cancel_then_ask_in_current_client',
      note: expect.stringContaining('Go on as if there were no scope.'),
    });
  });

  test.each([
    ['notify_only', 'notified'],
    ['terminal_only', 'terminal'],
  ])('mode %s: asked where the agent runs', async (mode, status) => {
    await query('UPDATE workspace SET delivery_mode = $2 WHERE id = $1', [place.workspaceId, mode]);
    const reply = await propose({ timeoutMs: 20_000 });
    expect(reply).toMatchObject({ ratified: false, answered: false, status, nextAction: 'ask_in_current_client' });
    expect(reply.note).toContain('Go on as if there were no scope.');
    expect((await scopeOf(reply.correlationId)).state).toBe('withdrawn');
  });

  test('the kill switch is on', async () => {
    await stopAgents(place.owner, { hours: 1 });
    const reply = await propose({ timeoutMs: 20_000 });
    expect(reply).toMatchObject({ ratified: false, answered: false, status: 'stopped', handoffAction: 'stop' });
    expect(reply.note).toMatch(/stop now.*as if there were no scope/);
    expect((await scopeOf(reply.correlationId)).state).toBe('withdrawn');
  });

  test('test traffic reaches nobody and never counts for a session', async () => {
    const reply = await propose({ timeoutMs: 20_000 }, { testTraffic: true });
    expect(reply).toMatchObject({ ratified: false, status: 'pending', nextAction: 'wait_for_answer' });
    expect(reply).not.toHaveProperty('hookSeen');
    await answer(reply.correlationId);
    expect(await inForce()).toBeUndefined();
  });

  test('a suspended workspace', async () => {
    await expect(propose({}, {}, { ...place.agent, workspaceSuspended: true })).rejects.toMatchObject({
      code: 'subscription_required',
    });
  });

  test('a connector’s proposal runs out after ten minutes', async () => {
    const reply = await propose({}, {}, place.connector);
    await shiftClock(600_000);
    expect(
      (
        await waitForAnswer(
          place.connector,
          { correlationId: reply.correlationId, timeoutMs: 0 },
          { receivedAt: performance.now() },
        )
      ).status,
    ).toBe('expired');
    expect((await scopeOf(reply.correlationId)).state).toBe('expired');
    await shiftClock(0);
  });

  test('over the limit of a session', async () => {
    for (let count = 0; count < 3; count++) await propose();
    await expect(propose()).rejects.toMatchObject({ code: 'limit_reached' });
    const [count] = await query('SELECT count(*)::int FROM scope WHERE workspace_id = $1', [place.workspaceId]);
    expect(count).toEqual({ count: 3 });
  });
});

describe('the same call again', () => {
  const again = (fields: Fields = {}) => propose(fields, { runtimeCallId: 'call' });

  test('finds its proposal, as it stands by then', async () => {
    const first = await again();
    expect(await again()).toEqual(first);
    await answer(first.correlationId);
    expect(await again()).toMatchObject({ correlationId: first.correlationId, ratified: true, value: 'yes' });
    const newer = await propose();
    await answer(newer.correlationId);
    const last = await again();
    expect(last).toMatchObject({ ratified: false, answered: true, value: 'yes' });
    expect(last.note).toContain('A newer scope');
  });

  test.each([
    ['allowedPaths', { allowedPaths: ['src/**'] }],
    ['offLimitsPaths', { offLimitsPaths: [] }],
    ['doneWhen', { doneWhen: 'Whenever' }],
    ['promises', { promises: ['None'] }],
    ['sessionId', { sessionId: 'two' }],
  ])('with another %s is a conflict', async (_field, changed) => {
    await again();
    await expect(again(changed)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  test('twenty at once make one scope', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => again()));
    expect(new Set(replies.map((reply) => reply.correlationId)).size).toBe(1);
    const [count] = await query('SELECT count(*)::int FROM scope WHERE workspace_id = $1', [place.workspaceId]);
    expect(count).toEqual({ count: 1 });
  });

  test('while the kill switch is on is told to stop, also when it was agreed to', async () => {
    const { correlationId } = await again();
    await answer(correlationId);
    await stopAgents(place.owner, { hours: 1 });
    expect(await again()).toMatchObject({ correlationId, ratified: false, answered: false, status: 'stopped' });
    await resumeAgents(place.owner);
    expect(await again()).toMatchObject({ correlationId, ratified: true });
  });
});

describe('what puts a scope in force', () => {
  test('a late yes, through wait_for_answer', async () => {
    const { correlationId } = await propose();
    const waited = waitForAnswer(place.agent, { correlationId, timeoutMs: 20_000 }, { receivedAt: performance.now() });
    await answer(correlationId);
    expect(await waited).toMatchObject({ answered: true, value: 'yes' });
    expect(await inForce()).toBeDefined();
  });

  test('nothing but a yes', async () => {
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (sessionId) => (await propose({ sessionId })).correlationId),
    );
    const [declined = '', cancelled = '', expired = '', stopped = ''] = ids;
    await answer(declined, 'no');
    await cancelQuestion(place.agent, { correlationId: cancelled });
    await query(`UPDATE question SET expires_at = nod_now() WHERE id = $1`, [expired]);
    await settleAsExpired([expired], 1);
    await stopAgents(place.owner, { hours: 1 });
    for (const id of ids) await answer(id).catch(() => undefined);
    expect(await Promise.all(ids.map(async (id) => (await scopeOf(id)).state))).toEqual([
      'declined',
      'withdrawn',
      'expired',
      'withdrawn',
    ]);
    expect((await scopeOf(stopped)).state).toBe('withdrawn');
    for (const sessionId of ['a', 'b', 'c', 'd']) expect(await inForce(sessionId)).toBeUndefined();
  });

  test('two yes at once leave one in force, and the other in history', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = await Promise.all([propose({ sessionId: `s${round}` }), propose({ sessionId: `s${round}` })]);
      const ids = [one?.correlationId ?? '', two?.correlationId ?? ''];
      await Promise.all(ids.map((id) => answer(id)));
      expect((await Promise.all(ids.map(async (id) => (await scopeOf(id)).state))).sort()).toEqual([
        'ratified',
        'replaced',
      ]);
    }
  });

  test('a newer yes replaces it; the old one, its widenings and its ledger stay', async () => {
    const old = await propose();
    await answer(old.correlationId);
    await widen('lib/a.ts');
    const newer = await propose({ allowedPaths: ['lib/**'] });
    expect(await inForce()).toMatchObject({ allowedPaths: asStored.allowedPaths, widened: ['lib/a.ts'] });
    await answer(newer.correlationId);
    expect(await inForce()).toMatchObject({ allowedPaths: ['lib/**'], widened: [] });
    const replaced = await scopeOf(old.correlationId);
    expect(replaced.state).toBe('replaced');
    expect(await ledgerOf(replaced.id)).toEqual(['proposed', 'ratified', 'widened']);
  });

  test('only in its own session', async () => {
    await answer((await propose()).correlationId);
    await propose({ sessionId: 'two' });
    expect(await inForce('two')).toBeUndefined();
    const [session] = await query<{ id: string }>(
      'SELECT id FROM agent_session WHERE workspace_id = $1 AND session_id = $2',
      [place.workspaceId, 'one'],
    );
    expect(await selectScopeInForce((await makeWorkspace()).workspaceId, session?.id ?? '')).toBeUndefined();
  });
});

/** Asks to widen as a hook does: it says until when it waits. */
async function askToWiden(scopePath: string, sessionId = 'one', fields: Fields = {}) {
  const { correlationId } = await askAs(place.agent, {
    question: `May I change ${scopePath}?`,
    sessionId,
    toolName: 'Edit',
    scopePath,
    waitEndsAt: new Date(Date.now() + 60_000).toISOString(),
    ...fields,
  });
  return correlationId;
}

async function widen(scopePath: string, value = 'yes', sessionId = 'one') {
  const correlationId = await askToWiden(scopePath, sessionId);
  await answer(correlationId, value);
  return correlationId;
}

describe('widening', () => {
  test('a yes adds exactly the path that was asked for, once', async () => {
    const { correlationId } = await propose();
    await answer(correlationId);
    await widen('lib/*.ts');
    await widen('lib/*.ts');
    await widen('package.json', 'no');
    expect((await inForce())?.widened).toEqual(['lib/*.ts']);
    expect(await ledgerOf((await scopeOf(correlationId)).id)).toEqual(['proposed', 'ratified', 'widened']);
  });

  test('says in the ledger what was added, by whom and where', async () => {
    const { correlationId } = await propose();
    await answer(correlationId);
    const questionId = await widen('lib/a.ts');
    const [entry] = await query(`SELECT detail FROM ledger_entry WHERE subject_id = $1 AND event = 'widened'`, [
      (await scopeOf(correlationId)).id,
    ]);
    expect(entry?.detail).toEqual({ path: 'lib/a.ts', question: questionId, session: 'one', by: place.owner.memberId });
  });

  test('without a scope in force, or in another session, nothing is added', async () => {
    const { correlationId } = await propose();
    await widen('lib/a.ts');
    await answer(correlationId);
    await widen('lib/b.ts', 'yes', 'two');
    expect((await inForce())?.widened).toEqual([]);
  });

  test.each<[string, Fields]>([
    ['that is answered with words', { type: 'input' }],
    ['with choices', { type: 'select', options: ['yes', 'no'] }],
  ])('a yes to a question %s adds nothing', async (_what, fields) => {
    const { correlationId } = await propose();
    await answer(correlationId);
    const id = await askToWiden('lib/a.ts', 'one', fields);
    await answer(id);
    expect((await rowOf(id)).answer_value).toBe('yes');
    expect((await inForce())?.widened).toEqual([]);
    expect(await ledgerOf((await scopeOf(correlationId)).id)).toEqual(['proposed', 'ratified']);
  });

  test('an agent that asks itself, without a hook, widens as well: its page says by what, and a lock screen cannot say yes', async () => {
    const { correlationId } = await propose();
    await answer(correlationId);
    const id = await askToWiden('lib/a.ts', 'one', { waitEndsAt: undefined });
    expect(mustBeRead(await rowOf(id))).toMatch(/widens a scope/);
    await answer(id);
    expect((await inForce())?.widened).toEqual(['lib/a.ts']);
  });

  test('a yes to what was asked under the scope before adds nothing to the newer one', async () => {
    const old = await propose();
    await answer(old.correlationId);
    const stale = await askToWiden('lib/a.ts');
    const newer = await propose();
    await answer(newer.correlationId);
    await answer(stale);
    expect((await inForce())?.widened).toEqual([]);
    await widen('lib/b.ts');
    expect((await inForce())?.widened).toEqual(['lib/b.ts']);
    expect(await ledgerOf((await scopeOf(old.correlationId)).id)).toEqual(['proposed', 'ratified']);
  });

  test('two that add different paths at once both count', async () => {
    await answer((await propose()).correlationId);
    await Promise.all(['a', 'b', 'c'].map((path) => widen(path)));
    expect((await inForce())?.widened).toEqual(['a', 'b', 'c']);
  });
});

describe('what is stored', () => {
  test('patterns that cannot mean what they say are refused by name', async () => {
    await expect(propose({ allowedPaths: ['src/**', '../lib'] })).rejects.toThrow(
      'allowedPaths[1]: must not contain . or ..',
    );
    await expect(propose({ offLimitsPaths: ['a\u202eb'] })).rejects.toThrow(/offLimitsPaths\[0\]: .*U\+202E/);
    await expect(propose({ allowedPaths: Array(101).fill('a') })).rejects.toThrow('allowedPaths: at most 100');
    await expect(propose({ allowedPaths: ['a'.repeat(501)] })).rejects.toThrow(/allowedPaths\[0\]: .*at most 500/);
    await expect(propose({ doneWhen: 'a'.repeat(1001) })).rejects.toThrow(/doneWhen: .*at most 1000/);
    await expect(propose({ promises: Array(11).fill('a') })).rejects.toThrow('promises: at most 10');
    await expect(propose({ doneWhen: ' ' })).rejects.toThrow('doneWhen: must not be empty');
    await expect(propose({ more: 1 })).rejects.toThrow('more: is not a field here');
  });

  test('secrets are taken out of words, and refused in paths', async () => {
    const reply = await propose({ doneWhen: 'password=correct-horse-1 works', promises: ['token=abcdefghi1'] });
    expect(JSON.stringify([reply, await rowOf(reply.correlationId)])).not.toMatch(/correct-horse|abcdefghi1/);
    await expect(propose({ allowedPaths: ['password=correct-horse-1'] })).rejects.toThrow(
      'looks as if it held a secret',
    );
  });
});

async function waitingId(): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const [row] = await query<{ id: string }>(
      `SELECT id FROM question WHERE workspace_id = $1 AND kind = 'scope' AND listening_until > nod_now()`,
      [place.workspaceId],
    );
    if (row) return row.id;
  }
  throw new Error('Nobody waits.');
}
