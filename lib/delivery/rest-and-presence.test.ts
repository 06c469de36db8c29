import { afterAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { SendNotification } from '@/lib/contract/notification';
import { AskUser } from '@/lib/contract/question';
import { closeDatabase, query } from '@/lib/db/client';
import { planAsJson, planNow } from '@/lib/delivery/facts';
import { everythingSent } from '@/lib/delivery/in-flight';
import {
  changeMemberDelivery,
  changeModeForNow,
  changeWorkspaceDelivery,
  deliverySettings,
  endModeForNow,
  modeForHook,
  snooze,
  wake,
} from '@/lib/delivery/settings';
import { digestOf, sendDigests } from '@/lib/due/digests';
import { claimDigest, selectDueDigests, selectHeldBack } from '@/lib/due/digests.sql';
import { sendNudges } from '@/lib/due/nudges';
import { sendDuePushes } from '@/lib/due/pushes';
import { newId } from '@/lib/ids';
import { sendNotification } from '@/lib/notifications/send';
import { answerQuestion } from '@/lib/questions/answer';
import { prepareAsk } from '@/lib/questions/prepare';
import { storeQuestion } from '@/lib/questions/questions.sql';
import { addDevice, addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { askAs, rowOf } from '@/lib/testing/questions';

let place: TestWorkspace;
let device: string;

beforeEach(async () => {
  await shiftClock(0);
  place = await makeWorkspace();
  device = await addDevice(place.owner);
});
afterAll(async () => {
  await everythingSent(2000);
  await closeDatabase();
});

const minute = 60_000;
const defaults = { mode: '', updates: 'all', quietFrom: '', quietTo: '', timeZone: 'UTC' };
const workspaceMode = (mode: string) =>
  changeWorkspaceDelivery(place.owner, { mode, graceSeconds: '8', pushFirstSeconds: '20', pushOnlySeconds: '45' });

/** Somebody types at the machine, as its hook reports. */
const typeAt = (machine: string, session = 'typed') =>
  query(
    `INSERT INTO agent_session (id, workspace_id, session_id, machine_id, last_input_at) VALUES (gen_random_uuid(), $1, $2, $3, nod_now())`,
    [place.workspaceId, session, machine],
  );

interface Sent {
  kind: string;
  attempts: number;
  suppressed: string | null;
  held: string | null;
  shown: { title: string; body: string } | null;
}
const pushesOf = (deviceId = device) =>
  query<Sent>(
    'SELECT kind, attempts, suppressed, held, shown FROM delivery WHERE device_id = $1 ORDER BY created_at, id',
    [deviceId],
  );
const rung = async (deviceId = device) =>
  (await pushesOf(deviceId)).filter(({ attempts }) => attempts > 0).map(({ kind }) => kind);

const notify = (fields: Record<string, unknown> = {}) =>
  sendNotification(place.agent, SendNotification.parse({ title: 'Done', body: 'All of it', ...fields }), {});

test('while the person types at the asking machine their phone stays silent, and rings when the grace period ends', async () => {
  await typeAt('studio');
  const reply = await askAs(place.agent, { machineId: 'studio', sessionId: 's1' });
  expect(reply).toMatchObject({ status: 'pending', suppressed: true, nextAction: 'wait_for_answer' });
  expect(reply).toMatchObject({ deliveryMode: 'push_first', policyTimeoutMs: 28_000, delivery: { web: 0, mobile: 0 } });
  expect(reply.answered).toBeUndefined();
  await sendDuePushes(50);
  expect(await rung()).toEqual([]);
  await shiftClock(5000);
  await sendDuePushes(50);
  expect(await rung()).toEqual([]);
  await shiftClock(8000);
  await sendDuePushes(50);
  expect(await rung()).toEqual(['question']);
});

test('answered within the grace period, the phone never rings', async () => {
  await typeAt('studio');
  const reply = await askAs(place.agent, { machineId: 'studio', sessionId: 's1' });
  const { content_digest: shownDigest } = await rowOf(reply.correlationId);
  await answerQuestion(place.owner, { id: reply.correlationId, value: 'yes', shownDigest });
  await shiftClock(minute);
  await sendDuePushes(50);
  expect(await pushesOf()).toMatchObject([{ kind: 'question', attempts: 0, suppressed: 'settled' }]);
});

test.each([
  ['another machine', { machineId: 'laptop', sessionId: 's2' }],
  ['no machine and a session that nobody typed into', { sessionId: 's3' }],
  ['neither machine nor session', {}],
])('typing elsewhere holds nothing: %s', async (_name, fields) => {
  await typeAt('studio');
  const reply = await askAs(place.agent, fields);
  expect(reply.suppressed).toBeUndefined();
  expect(await rung()).toEqual(['question']);
});

test('a session that is known to run on the machine counts, also when the ask does not name the machine', async () => {
  await typeAt('studio', 'mine');
  expect((await askAs(place.agent, { sessionId: 'mine' })).suppressed).toBe(true);
});

test('typing is forgotten after two minutes', async () => {
  await typeAt('studio');
  await shiftClock(2 * minute + 1000);
  await askAs(place.agent, { machineId: 'studio', sessionId: 's1' });
  expect(await rung()).toEqual(['question']);
});

test('a call that waits is told that nothing was pushed only if that is so when it returns', async () => {
  await typeAt('studio');
  const silent = await askAs(place.agent, { machineId: 'studio', sessionId: 's1', wait: true, timeoutMs: 20 });
  expect(silent).toMatchObject({ status: 'pending', answered: false, timedOut: true, suppressed: true });
  const asking = askAs(place.agent, {
    question: 'Again?',
    machineId: 'studio',
    sessionId: 's1',
    wait: true,
    timeoutMs: 1500,
  });
  await expect.poll(async () => (await pushesOf()).length).toBe(2);
  await shiftClock(9000);
  await sendDuePushes(50);
  expect((await asking).suppressed).toBeUndefined();
});

test('alert only: everybody is told, nobody can answer from there, and the agent asks by itself', async () => {
  await workspaceMode('notify_only');
  const reply = await askAs(place.agent, { wait: true });
  expect(reply).toMatchObject({
    status: 'notified',
    answered: false,
    mode: 'notify_only',
    nextAction: 'ask_in_current_client',
  });
  expect(await rung()).toEqual(['alert']);
  const [row] = await query<{ hashes: number }>(
    'SELECT cardinality(token_hashes) AS hashes FROM delivery WHERE device_id = $1',
    [device],
  );
  expect(row?.hashes).toBe(0);
});

test('in agent: nothing leaves, and the agent asks by itself', async () => {
  await workspaceMode('terminal_only');
  const reply = await askAs(place.agent, { wait: false });
  expect(reply).toMatchObject({ status: 'terminal', mode: 'terminal_only', nextAction: 'ask_in_current_client' });
  expect(await pushesOf()).toEqual([]);
  expect(await notify()).toMatchObject({ sent: 0, suppressed: 'terminal_only' });
});

test('a mode for now is what hooks hear of, and ends by itself', async () => {
  await changeModeForNow(place.owner, { mode: 'terminal_only', hours: '2' });
  expect(await modeForHook(place.agent, undefined)).toEqual({ override: { mode: 'terminal_only' }, kill: false });
  expect((await askAs(place.agent)).status).toBe('terminal');
  await shiftClock(2 * 60 * minute + 1);
  expect(await modeForHook(place.agent, undefined)).toEqual({ override: null, kill: false });
  expect((await askAs(place.agent)).status).toBe('pending');
  await changeModeForNow(place.owner, { mode: 'notify_only' });
  await endModeForNow(place.owner);
  expect((await askAs(place.agent)).status).toBe('pending');
});

test('what came while somebody snoozed is told once, in one message, and only what still matters', async () => {
  await snooze(place.owner, { for: '60' });
  const [kept, settled] = [await askAs(place.agent), await askAs(place.agent, { question: 'Still?' })];
  expect(kept).toMatchObject({ status: 'pending', suppressed: true });
  expect(await notify()).toMatchObject({ sent: 0, suppressed: 'snoozed' });
  expect(await notify({ title: 'Second' })).toMatchObject({ suppressed: 'snoozed' });
  const { content_digest: shownDigest } = await rowOf(settled.correlationId);
  await answerQuestion(place.owner, { id: settled.correlationId, value: 'no', shownDigest });
  await sendDigests(10);
  expect(await rung()).toEqual([]);
  await shiftClock(60 * minute + 1);
  await Promise.all([sendDigests(10), sendDigests(10), sendDigests(10)]);
  expect(await rung()).toEqual(['digest']);
  const digest = (await pushesOf()).find(({ kind }) => kind === 'digest');
  expect(digest?.shown).toMatchObject({ title: '1 question waits, 2 updates', body: 'Ship it? · Done · Second' });
  await shiftClock(24 * 60 * minute);
  await sendDigests(10);
  expect(await rung()).toEqual(['digest']);
});

test('a single question that was held back comes as itself, so that it can be answered from the lock screen', async () => {
  await snooze(place.owner, { for: '30' });
  await askAs(place.agent);
  await wake(place.owner);
  await sendDigests(10);
  expect(await rung()).toEqual(['nudge']);
  const [row] = await query<{ hashes: number }>(
    `SELECT cardinality(token_hashes) AS hashes FROM delivery WHERE device_id = $1 AND kind = 'nudge'`,
    [device],
  );
  expect(row?.hashes).toBe(1);
});

test('when nothing of it still matters, the end of a snooze is silent', async () => {
  await snooze(place.owner, { for: '30' });
  const { correlationId } = await askAs(place.agent);
  const { content_digest: shownDigest } = await rowOf(correlationId);
  await answerQuestion(place.owner, { id: correlationId, value: 'no', shownDigest });
  await wake(place.owner);
  await sendDigests(10);
  expect(await rung()).toEqual([]);
});

test('a snooze made longer moves the message to its new end', async () => {
  await snooze(place.owner, { for: '30' });
  await askAs(place.agent);
  await snooze(place.owner, { for: '240' });
  await sendDigests(10);
  await shiftClock(31 * minute);
  await sendDigests(10);
  expect(await rung()).toEqual([]);
  await shiftClock(240 * minute + 1);
  await sendDigests(10);
  expect(await rung()).toEqual(['nudge']);
});

test('quiet hours go by the clock of each member, and end in one message', async () => {
  const [{ now } = { now: new Date() }] = await query<{ now: Date }>('SELECT nod_now() AS now');
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16);
  await changeMemberDelivery(place.owner, { ...defaults, quietFrom: at(-60 * minute), quietTo: at(60 * minute) });
  const awake = await addDevice(await addMember(place.workspaceId, 'member'));
  await askAs(place.agent);
  expect([await rung(), await rung(awake)]).toEqual([[], ['question']]);
  await shiftClock(62 * minute);
  await sendDigests(10);
  expect(await rung()).toEqual(['nudge']);
});

test('errors and risky questions ring through, if the person wants that', async () => {
  await changeMemberDelivery(place.owner, { ...defaults, urgentThrough: 'on' });
  await snooze(place.owner, { for: '60' });
  expect(await notify({ context: { type: 'error' } })).not.toHaveProperty('suppressed');
  await askAs(place.agent, { question: 'May I run rm -rf / now?' });
  await askAs(place.agent, { question: 'Which colour?' });
  expect(await rung()).toEqual(['notification', 'question']);
});

test('the update setting decides about news, never about questions', async () => {
  await changeMemberDelivery(place.owner, { ...defaults, updates: 'important' });
  expect(await notify()).toMatchObject({ sent: 0, suppressed: 'update_setting' });
  expect(await notify({ context: { type: 'task_complete' } })).not.toHaveProperty('suppressed');
  await changeMemberDelivery(place.owner, { ...defaults, updates: 'none' });
  expect(await notify({ context: { type: 'error' } })).toMatchObject({ suppressed: 'update_setting' });
  await askAs(place.agent);
  expect(await rung()).toEqual(['notification', 'question']);
});

test('the end of a known session’s work is its completion, pushed or not', async () => {
  await query(`INSERT INTO agent_session (id, workspace_id, session_id) VALUES (gen_random_uuid(), $1, 'known')`, [
    place.workspaceId,
  ]);
  const complete = { sessionId: 'known', context: { type: 'task_complete' } };
  expect(await notify(complete)).toMatchObject({ status: 'recorded', completionId: expect.any(String) });
  await changeMemberDelivery(place.owner, { ...defaults, updates: 'none' });
  expect(await notify(complete)).toMatchObject({ status: 'recorded', suppressed: 'update_setting', sent: 0 });
  for (const other of [
    { ...complete, sessionId: 'unknown' },
    { ...complete, tags: ['x'] },
  ])
    expect(await notify(other)).not.toHaveProperty('completionId');
});

test('a question that waits for ten minutes is reminded of once, by one of three processes', async () => {
  await askAs(place.agent);
  await shiftClock(10 * minute - 100);
  await sendNudges(10);
  expect(await rung()).toEqual(['question']);
  await shiftClock(10 * minute + 1);
  await Promise.all([sendNudges(10), sendNudges(10), sendNudges(10)]);
  expect(await rung()).toEqual(['question', 'nudge']);
  await shiftClock(60 * minute);
  await sendNudges(10);
  expect(await rung()).toEqual(['question', 'nudge']);
});

test('nobody is reminded of a question that has a deadline, nor while they rest, nor in alert-only mode', async () => {
  await askAs(place.connector);
  await askAs(place.agent);
  await snooze(place.owner, { for: '30' });
  await shiftClock(10 * minute + 1);
  await sendNudges(10);
  await wake(place.owner);
  await askAs(place.agent, { question: 'Second?' });
  await workspaceMode('notify_only');
  await shiftClock(21 * minute);
  await sendNudges(10);
  expect(await rung()).toEqual(['question', 'question', 'question']);
});

test('a window in front of the person gives its own device five seconds, others ring at once', async () => {
  await query(`UPDATE web_session SET foreground_until = nod_now() + interval '40 seconds' WHERE id = $1`, [
    place.owner.webSessionId,
  ]);
  await query('UPDATE device SET web_session_id = $2 WHERE id = $1', [device, place.owner.webSessionId]);
  const other = await addDevice(place.owner);
  await askAs(place.agent);
  expect([await rung(), await rung(other)]).toEqual([[], ['question']]);
  await shiftClock(5001);
  await sendDuePushes(50);
  expect(await rung()).toEqual(['question']);
});

test('tags that match nobody reach nobody, and the agent is told', async () => {
  expect(await askAs(place.agent, { tags: ['nobody'], wait: true })).toMatchObject({
    noDevices: true,
    answered: false,
  });
  expect(await notify({ tags: ['nobody'] })).toMatchObject({ sent: 0, warning: expect.stringContaining('No device') });
});

const tapsOf = async (kind: string, deviceId = device) => {
  const [row] = await query<{ hashes: number }>(
    'SELECT cardinality(token_hashes) AS hashes FROM delivery WHERE device_id = $1 AND kind = $2',
    [deviceId, kind],
  );
  return row?.hashes;
};

test('a push that failed and is tried again while its person rests is held back for their digest', async () => {
  await askAs(place.agent);
  await everythingSent(2000);
  await snooze(place.owner, { for: '240' });
  await shiftClock(60 * minute);
  await sendDuePushes(50);
  await expect.poll(pushesOf).toMatchObject([{ kind: 'question', attempts: 1, suppressed: 'snoozed' }]);
  await shiftClock(240 * minute + 1);
  await sendDigests(10);
  expect((await pushesOf()).map(({ kind }) => kind)).toEqual(['question', 'nudge']);
});

test('who goes to sleep within the grace period is not rung at its end', async () => {
  await typeAt('studio');
  await askAs(place.agent, { machineId: 'studio', sessionId: 's1' });
  await snooze(place.owner, { for: '60' });
  await shiftClock(9000);
  await sendDuePushes(50);
  await expect.poll(pushesOf).toMatchObject([{ kind: 'question', attempts: 0, suppressed: 'snoozed' }]);
});

test('a question that rang and would be reminded of in the night is told of in the morning', async () => {
  await askAs(place.agent);
  await snooze(place.owner, { for: '30' });
  await shiftClock(10 * minute + 1);
  await sendNudges(10);
  expect(await rung()).toEqual(['question']);
  await shiftClock(30 * minute + 1);
  await sendDigests(10);
  expect(await rung()).toEqual(['question', 'nudge']);
});

test('what was answered during a rest is told to nobody, and nothing claims that it was', async () => {
  await snooze(place.owner, { for: '30' });
  const { correlationId } = await askAs(place.agent);
  const { content_digest: shownDigest } = await rowOf(correlationId);
  await answerQuestion(place.owner, { id: correlationId, value: 'no', shownDigest });
  await wake(place.owner);
  await sendDigests(10);
  const [row] = await query('SELECT suppressed, digested_at FROM delivery WHERE device_id = $1', [device]);
  expect(row).toEqual({ suppressed: 'settled', digested_at: null });
});

test('who wants nothing pushed for an hour when their rest ends is told after that hour', async () => {
  await snooze(place.owner, { for: '30' });
  await askAs(place.agent);
  await changeModeForNow(place.owner, { mode: 'terminal_only' });
  await shiftClock(31 * minute);
  await sendDigests(10);
  expect(await rung()).toEqual([]);
  await shiftClock(61 * minute);
  await sendDigests(10);
  expect(await rung()).toEqual(['nudge']);
});

test('a phone that died during the rest is replaced by the one that its person has now', async () => {
  await snooze(place.owner, { for: '30' });
  await askAs(place.agent);
  await query(`UPDATE device SET status = 'expired' WHERE id = $1`, [device]);
  const fresh = await addDevice(place.owner);
  await wake(place.owner);
  await sendDigests(10);
  expect(await rung(fresh)).toEqual(['nudge']);
  expect(await pushesOf()).toMatchObject([{ suppressed: 'device_gone' }]);
});

test('what is held while the digest is being made is told too', async () => {
  await snooze(place.owner, { for: '30' });
  await askAs(place.agent);
  const what = { subject: 'question', speaksFor: place.owner.memberId, urgent: false } as const;
  const plan = await planNow({ workspaceId: place.workspaceId }, what);
  await shiftClock(31 * minute);
  const [digest] = await selectDueDigests(10);
  if (!digest) throw new Error('There is no digest.');
  const read = digestOf(await selectHeldBack(digest), [device], false);
  // A second ask, planned while the person still slept, is stored now.
  const prepared = prepareAsk(place.agent, newId(), AskUser.parse({ question: 'Second?' }), {});
  const row = { ...prepared.fields, state: plan.state, delivery_mode: plan.mode, content_digest: 'x' };
  await storeQuestion(row, null, planAsJson(plan), 60_000);
  expect(await claimDigest(digest, read, 60_000)).toEqual([]);
  await sendDigests(10);
  const told = (await pushesOf()).find(({ kind }) => kind === 'digest');
  expect(told?.shown).toMatchObject({ title: '2 questions wait' });
});

test('a viewer who could be rung is no reach: the agent is told that the person rests', async () => {
  await addDevice(place.viewer);
  await snooze(place.owner, { for: '60' });
  expect(await askAs(place.agent)).toMatchObject({ status: 'pending', suppressed: true });
});

test('a window in front of the person is no silence: they look at Nod', async () => {
  await query(`UPDATE web_session SET foreground_until = nod_now() + interval '40 seconds' WHERE id = $1`, [
    place.owner.webSessionId,
  ]);
  await query('UPDATE device SET web_session_id = $2 WHERE id = $1', [device, place.owner.webSessionId]);
  const reply = await askAs(place.agent);
  expect(reply).not.toHaveProperty('suppressed');
  expect(reply).not.toHaveProperty('noDevices');
});

test('who only wants alerts gets no button, at the second try neither', async () => {
  const other = await addMember(place.workspaceId, 'member');
  await changeMemberDelivery(other, { ...defaults, mode: 'notify_only' });
  const tablet = await addDevice(other);
  await askAs(place.agent);
  await everythingSent(2000);
  await shiftClock(minute);
  await sendDuePushes(50);
  await everythingSent(2000);
  expect(await pushesOf(tablet)).toMatchObject([{ kind: 'alert', attempts: 2 }]);
  expect([await tapsOf('alert', tablet), await tapsOf('question')]).toEqual([0, 2]);
});

test('devices that take no questions are no reach, and the agent is told why', async () => {
  await query('UPDATE device SET gets_questions = false WHERE id = $1', [device]);
  const reply = await askAs(place.agent);
  expect(reply).toMatchObject({ noDevices: true, warning: expect.stringContaining('No device takes questions') });
  await query('UPDATE device SET gets_updates = false WHERE id = $1', [device]);
  expect(await notify()).toMatchObject({ suppressed: 'update_setting' });
});

test('a zone that this runtime no longer knows stops nobody’s question and nobody’s digest', async () => {
  await query(`UPDATE member SET time_zone = 'JST', quiet_from = 0, quiet_to = 1439 WHERE id = $1`, [
    place.viewer.memberId,
  ]);
  await query('UPDATE member SET digest_due_at = nod_now() WHERE id = $1', [place.viewer.memberId]);
  await addDevice(place.viewer);
  expect((await askAs(place.agent)).status).toBe('pending');
  expect((await deliverySettings(place.viewer)).now.timeZone).toBe('UTC');
  await sendDigests(10);
  await expect(changeMemberDelivery(place.viewer, { ...defaults, timeZone: 'JST' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test.each([
  [{ ...defaults, timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ ...defaults, quietFrom: '25:00', quietTo: '07:00' }, 'quietFrom'],
  [{ ...defaults, quietFrom: '22:00' }, 'quietTo'],
  [{ ...defaults, quietFrom: '07:00', quietTo: '07:00' }, 'quietTo'],
  [{ ...defaults, mode: 'loud' }, 'mode'],
  [{ ...defaults, updates: 'some' }, 'updates'],
  [{ ...defaults, extra: '1' }, 'extra'],
])('bad settings are refused by name: %o', async (input, field) => {
  await expect(changeMemberDelivery(place.owner, input)).rejects.toMatchObject({
    code: 'invalid_request',
    issues: expect.arrayContaining([expect.objectContaining({ field })]),
  });
});

test('only an owner changes what holds for everybody', async () => {
  const member = await addMember(place.workspaceId, 'member');
  const change = { mode: 'push_only', graceSeconds: '8', pushFirstSeconds: '20', pushOnlySeconds: '45' };
  await expect(changeWorkspaceDelivery(member, change)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(changeWorkspaceDelivery(place.owner, { ...change, graceSeconds: '56' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
