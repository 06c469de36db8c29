import { afterAll, beforeEach, expect, test } from 'vitest';
import { activityPage } from '@/lib/activity/feed';
import { closeDatabase, query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { storeLedgerEntry, storeNotificationAt, storeQuestionAt, storeReminderAt } from '@/lib/testing/feed';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
beforeEach(async () => {
  place = await makeWorkspace();
});
afterAll(() => closeDatabase());

const now = () => new Date();

/** What the only row of the feed says. */
async function told() {
  const [happening] = (await activityPage(place.owner, {})).happenings;
  return `${happening?.title} / ${happening?.detail}`;
}

const deliver = async (column: string, id: string, fact: string) =>
  query(
    `INSERT INTO delivery (id, workspace_id, device_id, ${column}, kind, ${fact}) VALUES ($1, $2, $3, $4, 'notification', nod_now())`,
    [newId(), place.workspaceId, await addDevice(place.owner), id],
  );

test.each([
  ['kill_switch', 'Held back: agents were stopped'],
  ['snoozed', 'Held back: snoozed'],
  ['quiet_hours', 'Held back: quiet hours'],
  ['update_setting', 'Held back: the update setting'],
  ['terminal_only', 'Held back: mode “In agent”'],
  ['a_later_reason', 'Held back: a later reason'],
  ['constructor', 'Held back: constructor'],
])('a notification that was held back says why: %s', async (suppressed, words) => {
  await storeNotificationAt(place, now(), { suppressed, agent_name: 'Codex - web' });
  expect(await told()).toBe(`Build passed / Codex · web · ${words}`);
});

test('a notification says how many devices took it, and nothing that nobody knows', async () => {
  const id = await storeNotificationAt(place, now());
  expect(await told()).toBe('Build passed / Agent · No device was connected');
  await deliver('notification_id', id, 'failed_at');
  expect(await told()).toBe('Build passed / Agent · Could not be sent');
  await deliver('notification_id', id, 'due_at');
  expect(await told()).toBe('Build passed / Agent · Not sent yet');
  await deliver('notification_id', id, 'accepted_at');
  expect(await told()).toBe('Build passed / Agent · Sent to 1 of 3 devices');
});

test.each([
  [{ status: 'cancelled', reason: 'key_revoked' }, 'Cancelled: its key was revoked'],
  [{ status: 'suppressed', reason: 'snoozed' }, 'Held back: snoozed'],
  [{ status: 'failed', reason: 'no_device' }, 'Failed: no device is connected'],
  [{ status: 'dispatched', env: 'test' }, 'Test, not delivered'],
])('a reminder says what became of it: %o', async (fields, words) => {
  await storeReminderAt(place, now(), fields);
  expect(await told()).toBe(`Reminder: Look at the build / You · ${words}`);
});

test('a reminder that was sent says to how many devices', async () => {
  const id = await storeReminderAt(place, now(), { agent_name: 'Codex', key_id: place.agent.keyId });
  await deliver('reminder_id', id, 'accepted_at');
  expect(await told()).toBe('Reminder: Look at the build / Codex · Sent to 1 device');
});

test('a question that was withdrawn says why, one that was answered does not show a secret that was typed', async () => {
  await storeQuestionAt(place, now(), { state: 'cancelled', settled_reason: 'kill_switch', agent_name: 'Codex' });
  expect(await told()).toBe('Stopped: “Ship it?” / Codex · agents were stopped');
  await storeQuestionAt(place, now(), { state: 'answered', answer_value: 'password=hunter2hunter2', type: 'input' });
  expect(await told()).not.toContain('hunter2');
});

test('a stop says whom, by whom, until when and what it withdrew; its end says so too', async () => {
  await query(`UPDATE member SET time_zone = 'Europe/Berlin' WHERE id = $1`, [place.owner.memberId]);
  const by = place.owner.memberId;
  await storeLedgerEntry(place, 'stopped', { by, until: '2026-11-30T15:30:00Z', cancelled: 2 });
  expect(await told()).toBe('Every agent was stopped / By you · Until 30 Nov, 16:30 · 2 questions withdrawn');
  const session = newId();
  await query(
    `INSERT INTO agent_session (id, workspace_id, session_id, agent_name) VALUES ($1, $2, 'one', 'Codex - web')`,
    [session, place.workspaceId],
  );
  await storeLedgerEntry(place, 'resumed', { by: place.viewer.memberId, session }, session);
  expect(await told()).toBe('Codex · web may go on / By viewer');
  expect((await activityPage(place.owner, { session: 'one' })).happenings).toHaveLength(1);
  expect((await activityPage(place.owner, { agent: 'Codex - web', q: 'codex' })).happenings).toHaveLength(1);
});

test.each([null, 'words', 7, [], { by: 'nobody', until: 'soon', session: 12, cancelled: {} }])(
  'a stop whose detail is %j does not break the page',
  async (detail) => {
    await storeLedgerEntry(place, 'stopped', detail);
    expect(await told()).toContain('was stopped');
  },
);

test('a rule and the preset say what, by whom, where and until when', async () => {
  const by = place.owner.memberId;
  await storeLedgerEntry(place, 'rule_made', {
    by,
    pattern: 'Bash(npm test)',
    effect: 'allow',
    repo: 'web',
    until: '2026-11-30T15:30:00Z',
  });
  expect(await told()).toBe('Rule: allow Bash(npm test) / By you · web · Until 30 Nov, 15:30');
  await storeLedgerEntry(place, 'rule_removed', { by: place.viewer.memberId, pattern: 'Edit(.env*)', effect: 'deny' });
  expect(await told()).toBe('Rule removed: deny Edit(.env*) / By viewer · All repositories');
  await storeLedgerEntry(place, 'preset', { by, from: 'balanced', to: 'hands_off' });
  expect(await told()).toBe('Preset: Hands-off / By you · It was Balanced');
  expect((await activityPage(place.owner, { kind: 'control' })).happenings).toHaveLength(3);
  expect((await activityPage(place.owner, { q: 'npm' })).happenings.map(({ href }) => href)).toEqual(['/policies']);
});

test.each([null, 7, [], { by: 'nobody', until: 'soon', session: {}, repo: 1, pattern: [], effect: null, to: {} }])(
  'a rule or a preset whose detail is %j does not break the page',
  async (detail) => {
    for (const event of ['rule_made', 'rule_removed', 'preset']) {
      await storeLedgerEntry(place, event, detail);
      expect(await told()).toMatch(/^(Rule|Preset)/);
    }
  },
);
