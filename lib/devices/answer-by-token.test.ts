import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { claimDueDeliveries } from '@/lib/delivery/deliveries.sql';
import { answerByToken } from '@/lib/devices/answer-by-token';
import { newId } from '@/lib/ids';
import { cancelQuestion } from '@/lib/questions/cancel';
import { addDevice, makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { ledgerOf, rowOf, storeOpen } from '@/lib/testing/questions';

let place: TestWorkspace;

beforeEach(async () => {
  place = await makeWorkspace();
});

afterEach(() => shiftClock(0));

afterAll(() => closeDatabase());

/** A question that was pushed to one device, and what that push could send back. */
async function pushed(channel: 'web' | 'mobile' = 'mobile', member = place.owner) {
  const deviceId = await addDevice(member, channel);
  const { id, targets } = await storeOpen(place.agent);
  const target = targets.find((each) => each.device_id === deviceId);
  return {
    deviceId,
    shown: { questionId: id, deliveryId: target?.delivery_id ?? '', token: target?.token ?? '', value: 'yes' },
  };
}

const refused = { code: 'unauthorized', message: expect.stringContaining('can no longer answer') };

test.each([
  ['mobile', 'mobile_background'],
  ['web', 'answer_link'],
] as const)('a button on a %s notification answers, and the answer says %s', async (channel, source) => {
  const { deviceId, shown } = await pushed(channel);
  expect(await answerByToken(shown)).toMatchObject({ recorded: true });
  expect(await rowOf(shown.questionId)).toMatchObject({
    answer_value: 'yes',
    answer_source: source,
    answered_on: deviceId,
    answered_by: place.owner.memberId,
  });
});

test('five equal taps at once are one answer, and none is told that it was not used', async () => {
  const { shown } = await pushed();
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => answerByToken(shown)));
  expect(outcomes.every(({ recorded }) => recorded)).toBe(true);
  expect(await ledgerOf(shown.questionId)).toEqual(['asked', 'answered']);
  expect((await answerByToken({ ...shown, value: 'no' })).recorded).toBe(false);
});

test('a wrong token, another question’s, another device’s and nonsense are refused alike', async () => {
  const { shown } = await pushed();
  const other = await pushed();
  const wrong = [
    { ...shown, token: other.shown.token },
    { ...shown, token: '' },
    { ...shown, token: shown.token.toUpperCase() },
    { ...shown, token: `${shown.token}0` },
    { ...shown, deliveryId: other.shown.deliveryId },
    { ...shown, questionId: other.shown.questionId },
    { ...shown, questionId: newId() },
    { ...shown, questionId: 'nonsense' },
    { ...shown, deliveryId: 'nonsense' },
  ];
  for (const each of wrong) await expect(answerByToken(each), JSON.stringify(each)).rejects.toMatchObject(refused);
  expect(await rowOf(shown.questionId)).toMatchObject({ state: 'pending' });
});

test('a token dies with its question', async () => {
  const { shown } = await pushed();
  await cancelQuestion(place.agent, { correlationId: shown.questionId });
  expect(await answerByToken(shown)).toMatchObject({ recorded: false, row: { state: 'cancelled' } });
});

test.each([
  [
    'its member became a viewer',
    (deviceId: string) =>
      query(`UPDATE member SET role = 'viewer' FROM device WHERE member.id = member_id AND device.id = $1`, [deviceId]),
  ],
  [
    'its member was removed',
    (deviceId: string) =>
      query('UPDATE member SET removed_at = nod_now() FROM device WHERE member.id = member_id AND device.id = $1', [
        deviceId,
      ]),
  ],
  [
    'its device was signed out',
    (deviceId: string) => query(`UPDATE device SET status = 'unsubscribed' WHERE id = $1`, [deviceId]),
  ],
])('a token is refused once %s', async (_what, change) => {
  const { deviceId, shown } = await pushed();
  await change(deviceId);
  await expect(answerByToken(shown)).rejects.toMatchObject(refused);
  expect(await rowOf(shown.questionId)).toMatchObject({ state: 'pending' });
});

test('a viewer’s device is sent no token', async () => {
  expect((await pushed('mobile', place.viewer)).shown.token).toBe('');
});

test('a push that is sent again has a token of its own; the first still works, and together they answer once', async () => {
  const { shown } = await pushed();
  await shiftClock(41_000);
  const [again] = (await claimDueDeliveries(50, 40_000)).filter(({ question_id }) => question_id === shown.questionId);
  expect(again?.token).toMatch(/^[0-9a-f]{64}$/);
  expect(again?.token).not.toBe(shown.token);
  const outcomes = [
    await answerByToken(shown),
    await answerByToken({ ...shown, token: again?.token ?? '', value: 'no' }),
  ];
  expect(outcomes.map(({ recorded }) => recorded)).toEqual([true, false]);
  expect(await rowOf(shown.questionId)).toMatchObject({ answer_value: 'yes' });
});
