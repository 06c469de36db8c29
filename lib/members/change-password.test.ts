import { beforeEach, expect, test } from 'vitest';
import type { MemberActor } from '@/lib/actor';
import { query } from '@/lib/db/client';
import { changePassword } from '@/lib/members/change-password';
import { hashPassword, passwordFits } from '@/lib/members/passwords';
import { createPhoneCode, readPhoneCode } from '@/lib/members/phone-codes';
import { memberOfSession, openWebSession } from '@/lib/members/web-sessions';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';

let place: TestWorkspace;
const old = 'the old long password';
const next = 'the new long password';

beforeEach(async () => {
  place = await makeWorkspace();
  await query('UPDATE person SET password_hash = $2 WHERE id = $1', [place.owner.personId, await hashPassword(old)]);
});

const fits = async ({ personId }: MemberActor, password: string) => {
  const [row] = await query<{ password_hash: string }>('SELECT password_hash FROM person WHERE id = $1', [personId]);
  return passwordFits(row?.password_hash, password);
};

test('a new password signs every other browser out, silences its device and voids open codes; this one stays', async () => {
  const { owner } = place;
  const other = (await openWebSession(owner.personId, 'other')) ?? '';
  const device = await addDevice(owner);
  await query('UPDATE device SET web_session_id = $2 WHERE id = $1', [device, other]);
  const { code } = await createPhoneCode(owner);

  await changePassword(owner, { current: old, next });

  expect(await fits(owner, next)).toBe(true);
  expect(await memberOfSession(other)).toBeUndefined();
  expect(await memberOfSession(owner.webSessionId)).toBeDefined();
  expect(await memberOfSession(place.viewer.webSessionId)).toBeDefined();
  expect((await query('SELECT status FROM device WHERE id = $1', [device]))[0]?.status).toBe('unsubscribed');
  expect(await readPhoneCode(code)).toBeUndefined();
});

test('without the old password, or with a short new one, nothing changes', async () => {
  const { owner } = place;
  const other = (await openWebSession(owner.personId, 'other')) ?? '';
  await expect(changePassword(owner, { current: 'wrong', next })).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(changePassword(owner, { current: old, next: 'short' })).rejects.toMatchObject({
    issues: [{ field: 'next' }],
  });
  expect(await fits(owner, old)).toBe(true);
  expect(await memberOfSession(other)).toBeDefined();
});

test('of two changes at once one counts', async () => {
  const tried = await Promise.allSettled(
    [next, 'another long password'].map((password) => changePassword(place.owner, { current: old, next: password })),
  );
  expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
