import { beforeEach, expect, test } from 'vitest';
import type { MemberActor } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { newId } from '@/lib/ids';
import { authenticateKey } from '@/lib/keys/authenticate';
import { createKey } from '@/lib/keys/create';
import { changeRole, listMembers, removeMember } from '@/lib/members/manage';
import { memberOfSession } from '@/lib/members/web-sessions';
import { addReminder, reminderState } from '@/lib/testing/fill-workspace';
import { addDevice, addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

const roleOf = async ({ memberId }: MemberActor) =>
  (await query<{ role: string }>('SELECT role FROM member WHERE id = $1 AND removed_at IS NULL', [memberId]))[0]?.role;

test('an owner changes roles; nobody else does, and not in another workspace', async () => {
  const { owner, viewer } = place;
  await changeRole(owner, viewer.memberId, { role: 'member' });
  expect(await roleOf(viewer)).toBe('member');
  const member = await memberOfSession(viewer.webSessionId);
  if (!member) throw new Error('The member is gone.');
  await expect(changeRole(member, owner.memberId, { role: 'viewer' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(removeMember(member, owner.memberId)).rejects.toMatchObject({ code: 'forbidden' });

  const elsewhere = await makeWorkspace();
  await expect(changeRole(owner, elsewhere.viewer.memberId, { role: 'owner' })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(removeMember(owner, elsewhere.viewer.memberId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(removeMember(owner, newId())).rejects.toMatchObject({ code: 'not_found' });
  await expect(removeMember(owner, 'nonsense')).rejects.toMatchObject({ code: 'not_found' });
  await expect(changeRole(owner, viewer.memberId, { role: 'king' })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('the last owner can neither be demoted nor removed', async () => {
  const { owner } = place;
  await expect(changeRole(owner, owner.memberId, { role: 'member' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(removeMember(owner, owner.memberId)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await roleOf(owner)).toBe('owner');
});

test('of two owners who act against each other at once exactly one stays owner', async () => {
  for (const act of [changeRole, removeMember]) {
    for (let round = 0; round < 8; round++) {
      const { owner, workspaceId } = await makeWorkspace();
      const other = await addMember(workspaceId, 'owner');
      const tried = await Promise.allSettled([
        act(owner, other.memberId, { role: 'viewer' }),
        act(other, owner.memberId, { role: 'viewer' }),
      ]);
      expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect([await roleOf(owner), await roleOf(other)].filter((role) => role === 'owner')).toHaveLength(1);
    }
  }
});

test('whoever is removed is out at once: browsers, devices, keys and reminders, and nobody else’s', async () => {
  const member = await addMember(place.workspaceId, 'member');
  const { apiKey } = await createKey(member, { name: 'theirs' });
  const device = await addDevice(member);
  const ownersDevice = await addDevice(place.owner);
  const theirs = await addReminder({ ...place, owner: member }, null);
  const owners = await addReminder(place);

  await removeMember(place.owner, member.memberId);

  expect(await memberOfSession(member.webSessionId)).toBeUndefined();
  expect(await authenticateKey(apiKey)).toBeUndefined();
  const rows = await query('SELECT id, status FROM device WHERE id = ANY($1) ORDER BY id', [[device, ownersDevice]]);
  expect(rows).toEqual(
    [
      { id: device, status: 'unsubscribed' },
      { id: ownersDevice, status: 'active' },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  expect(await reminderState(theirs)).toEqual({ status: 'cancelled', reason: 'no_access', due: false, settled: true });
  expect(await reminderState(owners)).toMatchObject({ status: 'scheduled', due: true });
  expect(
    (await query('SELECT revoked_at FROM api_key WHERE member_id = $1', [member.memberId]))[0]?.revoked_at,
  ).toBeTruthy();
  expect((await listMembers(place.owner)).map(({ id }) => id)).not.toContain(member.memberId);
  expect(await memberOfSession(place.owner.webSessionId)).toBeDefined();
});

test('the list has owners first and says who you are', async () => {
  const members = await listMembers(place.owner);
  expect(members.map(({ role, isYou }) => [role, isYou])).toEqual([
    ['owner', true],
    ['viewer', false],
  ]);
});
