import { afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { query } from '@/lib/db/client';
import { removeMember } from '@/lib/members/manage';
import { createPhoneCode, phoneCodeState, readPhoneCode, signInPhone } from '@/lib/members/phone-codes';
import { memberOfSession } from '@/lib/members/web-sessions';
import { addMember, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));

test('a code signs one phone in as its member; looking at it uses nothing up', async () => {
  const { owner } = place;
  const { id, code } = await createPhoneCode(owner);
  for (let look = 0; look < 2; look++)
    expect(await readPhoneCode(code)).toEqual({ memberId: owner.memberId, as: 'owner', workspaceName: 'Tests' });
  expect(await phoneCodeState(owner, id)).toMatchObject({ state: 'open' });
  const { webSessionId } = await signInPhone(code, 'a phone');
  expect(await memberOfSession(webSessionId)).toMatchObject({ memberId: owner.memberId });
  expect(await phoneCodeState(owner, id)).toMatchObject({ state: 'used' });
  expect(await phoneCodeState(place.viewer, id)).toBeUndefined();
});

test('two phones use one code at once: one is signed in', async () => {
  for (let round = 0; round < 8; round++) {
    const { code } = await createPhoneCode(place.owner);
    const sessions = async () =>
      (await query('SELECT 1 FROM web_session WHERE member_id = $1', [place.owner.memberId])).length;
    const before = await sessions();
    const tried = await Promise.allSettled([signInPhone(code, 'one'), signInPhone(code, 'two')]);
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(tried.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'not_found' } });
    expect(await sessions()).toBe(before + 1);
  }
});

test('a code that is used, late, replaced, unknown or of a removed member signs nobody in', async () => {
  const used = await createPhoneCode(place.owner);
  await signInPhone(used.code, 'phone');
  const replaced = await createPhoneCode(place.owner);
  const late = await createPhoneCode(place.owner);
  expect(await phoneCodeState(place.owner, replaced.id)).toBeUndefined();
  const member = await addMember(place.workspaceId, 'member');
  const gone = await createPhoneCode(member);
  await removeMember(place.owner, member.memberId);
  for (const code of [used.code, replaced.code, gone.code, 'unknown', '']) {
    expect(await readPhoneCode(code)).toBeUndefined();
    await expect(signInPhone(code, 'phone')).rejects.toMatchObject({ code: 'not_found' });
  }
  await shiftClock(10 * 60_000 + 1);
  expect(await phoneCodeState(place.owner, late.id)).toMatchObject({ state: 'late' });
  await expect(signInPhone(late.code, 'phone')).rejects.toMatchObject({ code: 'not_found' });
});

test('an invite is no phone code, and no code is stored', async () => {
  const { code } = await createPhoneCode(place.owner);
  await query(`UPDATE one_time_token SET kind = 'invite' WHERE workspace_id = $1`, [place.workspaceId]);
  await expect(signInPhone(code, 'phone')).rejects.toMatchObject({ code: 'not_found' });
  expect(JSON.stringify(await query('SELECT * FROM one_time_token'))).not.toContain(code);
});
