import '@/lib/testing/allow-private-callbacks';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import { answering, closeReceivers, deliverDue, messageOf, owe, receiver, triesOf } from '@/lib/testing/webhooks';
import { forgetOldMessages } from '@/lib/webhooks/forget-old';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  await query('DELETE FROM outbox_message');
  place = await makeWorkspace();
});
afterEach(closeReceivers);
afterAll(() => closeDatabase());

test('delivered messages go after 30 days with their tries; those that were never delivered stay', async () => {
  const { url } = await receiver(answering(410, 200));
  const failed = await owe(place.workspaceId, url);
  await deliverDue();
  const delivered = await owe(place.workspaceId, url);
  await deliverDue();
  await shiftClock(30 * 86_400_000 - 60_000);
  expect(await forgetOldMessages(50)).toBe(0);
  await shiftClock(30 * 86_400_000 + 60_000);
  expect(await forgetOldMessages(50)).toBe(1);
  expect(await triesOf(delivered)).toEqual([]);
  expect(await messageOf(failed)).toMatchObject({ is_failed: true });
});
