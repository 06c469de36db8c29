import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Role } from '@/lib/actor';
import { shiftClock } from '@/lib/clock';
import { query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { createInvite, listInvites, readInvite, revokeInvite } from '@/lib/members/invites';
import { joinByInvite } from '@/lib/members/join';
import { changeRole, removeMember } from '@/lib/members/manage';
import { memberOfSession } from '@/lib/members/web-sessions';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));

const password = 'a long enough password';
const newEmail = () => `${newId()}@example.test`;
const invite = async (role: Role = 'member') => (await createInvite(place.owner, { role })).token;
const join = async (fields: Record<string, unknown>) =>
  memberOfSession((await joinByInvite({ email: newEmail(), password, ...fields }, 'tests')).webSessionId);
const peopleOf = async () =>
  (await query('SELECT 1 FROM member WHERE workspace_id = $1 AND removed_at IS NULL', [place.workspaceId])).length;

test('somebody new joins by an invite with its role, and is signed in there', async () => {
  const token = await invite('viewer');
  expect(await readInvite(token)).toEqual({ workspaceId: place.workspaceId, workspaceName: 'Tests', role: 'viewer' });
  const email = newEmail();
  const member = await join({ token, email: email.toUpperCase(), name: ' Ada ' });
  expect(member).toMatchObject({ workspaceId: place.workspaceId, role: 'viewer', name: 'Ada', email });
});

test('two people use one invite at once: one gets in, the other leaves no trace', async () => {
  for (let round = 0; round < 5; round++) {
    const token = await invite();
    const emails = [newEmail(), newEmail()];
    const before = await peopleOf();
    const tried = await Promise.allSettled(emails.map((email) => join({ token, email })));
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(tried.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'not_found' } });
    expect(await peopleOf()).toBe(before + 1);
    expect(await query('SELECT 1 FROM person WHERE email = ANY($1)', [emails])).toHaveLength(1);
  }
});

test('one person who uses two invites at once has one account and one membership', async () => {
  const tokens = [await invite(), await invite()];
  const email = newEmail();
  const before = await peopleOf();
  await Promise.all(tokens.map((token) => join({ token, email })));
  expect(await peopleOf()).toBe(before + 1);
});

test('an invite that is used, late, taken back, unknown or of a former owner lets nobody in', async () => {
  const used = await invite();
  await join({ token: used });
  const takenBack = await createInvite(place.owner, { role: 'member' });
  await revokeInvite(place.owner, takenBack.id);
  const second = await addMember(place.workspaceId, 'owner');
  const ofFormer = (await createInvite(second, { role: 'owner' })).token;
  await changeRole(place.owner, second.memberId, { role: 'member' });
  const before = await peopleOf();
  for (const token of [used, takenBack.token, ofFormer, 'unknown', `${used}x`]) {
    expect(await readInvite(token)).toBeUndefined();
    await expect(join({ token })).rejects.toMatchObject({ code: 'not_found' });
  }
  const late = await invite();
  await shiftClock(7 * 24 * 3_600_000 + 1);
  expect(await readInvite(late)).toBeUndefined();
  await expect(join({ token: late })).rejects.toMatchObject({ code: 'not_found' });
  expect(await peopleOf()).toBe(before);
});

test('somebody with an account needs its password; a wrong one does not use the invite up', async () => {
  const email = newEmail();
  const elsewhere = await makeWorkspace();
  const first = await createInvite(elsewhere.owner, { role: 'member' });
  await joinByInvite({ token: first.token, email, password, name: 'Ada' }, 'tests');

  const token = await invite('viewer');
  await expect(join({ token, email, password: 'another long password' })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  const member = await join({ token, email, name: 'Somebody else' });
  // The account stays as it was; only the membership is new.
  expect(member).toMatchObject({ workspaceId: place.workspaceId, role: 'viewer', name: 'Ada' });
});

test('a removed member comes back with the new role; a member who is in keeps the role they have', async () => {
  const email = newEmail();
  const member = await join({ token: await invite('member'), email });
  if (!member) throw new Error('Nobody joined.');
  await removeMember(place.owner, member.memberId);
  expect(await memberOfSession(member.webSessionId)).toBeUndefined();
  const again = await join({ token: await invite('viewer'), email });
  expect(again).toMatchObject({ memberId: member.memberId, role: 'viewer' });
  // The old browser stays signed out.
  expect(await memberOfSession(member.webSessionId)).toBeUndefined();
  expect(await join({ token: await invite('owner'), email })).toMatchObject({ role: 'viewer' });
});

test('only owners make, see and take back invites, each those of their workspace; no token is stored', async () => {
  const { owner, viewer } = place;
  await expect(createInvite(viewer, { role: 'viewer' })).rejects.toMatchObject({ code: 'forbidden' });
  const { id, token } = await createInvite(owner, { role: 'member' });
  expect(await listInvites(viewer)).toEqual([]);
  expect(await listInvites(owner)).toMatchObject([{ id, role: 'member', invitedBy: 'owner' }]);
  await expect(revokeInvite(viewer, id)).rejects.toMatchObject({ code: 'forbidden' });
  const elsewhere = await makeWorkspace();
  await expect(revokeInvite(elsewhere.owner, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await listInvites(elsewhere.owner)).toEqual([]);
  expect(token.length).toBeGreaterThanOrEqual(22);
  expect(JSON.stringify(await query('SELECT * FROM one_time_token'))).not.toContain(token);
});

test('a bad e-mail and a short password are named', async () => {
  const token = await invite();
  for (const [field, value] of Object.entries({ email: 'nobody', password: 'short', name: 'two\nlines' })) {
    await expect(join({ token, [field]: value })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ field }],
    });
  }
});
