import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { ListSessions } from '@/lib/contract/session';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { cancelQuestion } from '@/lib/questions/cancel';
import { listSessions } from '@/lib/sessions/list';
import { sessionPanel } from '@/lib/sessions/panel';
import { reportEvent } from '@/lib/sessions/telemetry';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs } from '@/lib/testing/questions';

// A session's state is worked out when it is read, by the database's clock (spec 4.1).

let place: TestWorkspace;
let sessionId: string;
const minuteMs = 60_000;

beforeAll(async () => {
  place = await makeWorkspace();
});

beforeEach(() => {
  sessionId = newId();
});

afterEach(() => shiftClock(0));
afterAll(() => closeDatabase());

const tell = (event: string, more: Record<string, unknown> = {}) =>
  reportEvent(place.agent, { event, sessionId, ...more } as Parameters<typeof reportEvent>[1]);

const list = (input: Record<string, unknown> = {}) => listSessions(place.agent, ListSessions.parse(input));

async function status(): Promise<string | undefined> {
  const { sessions } = await list({ limit: 100 });
  return sessions.find((one) => one.sessionId === sessionId)?.computedStatus;
}

const setColumn = (column: string, value: string) =>
  query(`UPDATE agent_session SET ${column} = ${value} WHERE session_id = $1`, [sessionId]);

test('a session is active for two minutes, idle until fifteen, then offline', async () => {
  await tell('session_start');
  const seen: [number, string | undefined][] = [];
  for (const afterMs of [0, 1.9 * minuteMs, 2.1 * minuteMs, 14.9 * minuteMs, 15.1 * minuteMs]) {
    await shiftClock(afterMs);
    seen.push([afterMs / minuteMs, await status()]);
  }
  expect(seen).toEqual([
    [0, 'active'],
    [1.9, 'active'],
    [2.1, 'idle'],
    [14.9, 'idle'],
    [15.1, 'offline'],
  ]);
});

test('waiting comes before errored, errored before offline, offline before idle', async () => {
  const { correlationId } = await askAs(place.agent, { sessionId });
  await setColumn('errored_at', 'nod_now()');
  await setColumn('ended_at', 'nod_now()');
  await setColumn('turn_ended_at', 'nod_now()');
  expect(await status()).toBe('waiting');
  await cancelQuestion(place.agent, { correlationId });
  expect(await status()).toBe('errored');
  await shiftClock(60 * minuteMs);
  expect(await status()).toBe('errored');
  await setColumn('errored_at', 'NULL');
  expect(await status()).toBe('offline');
  await shiftClock(0);
  await setColumn('ended_at', 'NULL');
  expect(await status()).toBe('idle');
  await setColumn('turn_ended_at', 'NULL');
  expect(await status()).toBe('active');
});

test('a finished turn is idle at once, and a notification about it does not make it look busy again', async () => {
  await tell('PreToolUse');
  await tell('Stop');
  expect(await status()).toBe('idle');
  await tell('Notification', { message: 'Claude is waiting for your input' });
  expect(await status()).toBe('idle');
  await tell('UserPromptSubmit');
  expect(await status()).toBe('active');
});

test('an error stays until the next event', async () => {
  await tell('StopFailure', { error: 'overloaded' });
  expect(await status()).toBe('errored');
  await shiftClock(30 * minuteMs);
  expect(await status()).toBe('errored');
  await tell('PostToolUse');
  expect(await status()).toBe('active');
});

test.each(['agent_session', 'workspace'])('a stopped %s is idle while it is stopped', async (table) => {
  await tell('session_start');
  await query(
    `UPDATE ${table} SET stopped_until = nod_now() + interval '1 minute' WHERE ${table === 'workspace' ? 'id' : 'workspace_id'} = $1`,
    [place.workspaceId],
  );
  expect(await status()).toBe('idle');
  await shiftClock(1.1 * minuteMs);
  expect(await status()).toBe('active');
  await query('UPDATE workspace SET stopped_until = NULL');
});

test('a question past its deadline and test traffic are nothing to wait for', async () => {
  await tell('session_start');
  await askAs(place.agent, { sessionId, env: 'test' });
  expect(await status()).toBe('active');
  const { correlationId } = await askAs(place.agent, { sessionId });
  expect(await status()).toBe('waiting');
  await query(`UPDATE question SET expires_at = nod_now() - interval '1 second' WHERE id = $1`, [correlationId]);
  expect(await status()).toBe('active');
});

test('one state can be asked for, the limit holds, and those that need the person come first', async () => {
  const other = await makeWorkspace();
  const ids = Array.from({ length: 6 }, newId);
  for (const [place, id] of ids.entries()) {
    // Each seen a moment later: two within one millisecond have no order.
    await shiftClock(place * 10);
    await reportEvent(other.agent, { event: 'session_start', sessionId: id });
  }
  await reportEvent(other.agent, { event: 'stop', sessionId: ids[1] ?? '' });
  await reportEvent(other.agent, { event: 'error', sessionId: ids[2] ?? '' });
  await askAs(other.agent, { sessionId: ids[3], question: 'Which first?' });
  const read = async (input: Record<string, unknown>) =>
    (await listSessions(other.agent, ListSessions.parse(input))).sessions.map((one) =>
      ids.indexOf(one.sessionId ?? ''),
    );
  expect(await read({ status: 'idle' })).toEqual([1]);
  expect(await read({ status: 'errored' })).toEqual([2]);
  expect(await read({ status: 'waiting' })).toEqual([3]);
  expect(await read({ status: 'active' })).toEqual([5, 4, 0]);
  expect(await read({ limit: 3 })).toEqual([3, 5, 4]);
  const { pendingQuestions } = await listSessions(other.agent, ListSessions.parse({ status: 'idle' }));
  expect(pendingQuestions).toMatchObject([{ question: 'Which first?', type: 'confirm', sessionId: ids[3] }]);
  expect(
    (await listSessions(place.agent, ListSessions.parse({}))).sessions.map(({ sessionId: id }) => id),
  ).not.toContain(ids[0]);
});

test('the panel keeps what ended an hour ago apart', async () => {
  const other = await makeWorkspace();
  await reportEvent(other.agent, { event: 'session_start', sessionId: 'old', agentName: 'Codex - till' });
  await reportEvent(other.agent, { event: 'session_end', sessionId: 'old' });
  expect(await sessionPanel(other.owner)).toMatchObject({ sessions: [{ project: 'till', ended: true }], earlier: [] });
  await shiftClock(61 * minuteMs);
  expect(await sessionPanel(other.owner)).toMatchObject({ sessions: [], earlier: [{ project: 'till' }] });
});
