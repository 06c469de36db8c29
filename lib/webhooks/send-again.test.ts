import '@/lib/testing/allow-private-callbacks';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '@/lib/clock';
import { closeDatabase, query } from '@/lib/db/client';
import { makeWorkspace, type TestWorkspace } from '@/lib/testing/people';
import {
  answering,
  closeReceivers,
  deliverDue,
  leaseMs,
  messageOf,
  owe,
  receiver,
  roomy,
  triesOf,
} from '@/lib/testing/webhooks';
import { claimDueMessages } from '@/lib/webhooks/outbox.sql';
import { sendAgain } from '@/lib/webhooks/send-again';

let place: TestWorkspace;
beforeEach(async () => {
  await shiftClock(0);
  await query('DELETE FROM outbox_message');
  place = await makeWorkspace();
});
afterEach(closeReceivers);
afterAll(() => closeDatabase());

test('a message that was given up or delivered is sent again when a person asks: one try, which is marked, with the same bytes', async () => {
  const { url, received } = await receiver(answering(410, 503, 200, 500));
  const id = await owe(place.workspaceId, url);
  await deliverDue();
  for (const isDelivered of [false, true, true]) {
    await sendAgain(place.owner, id);
    await deliverDue();
    expect(await messageOf(id)).toMatchObject({ due_in_ms: null, is_delivered: isDelivered, is_failed: !isDelivered });
  }
  expect(await triesOf(id)).toMatchObject([
    { number: 1, manual: false, status_code: 410 },
    { number: 2, manual: true, status_code: 503 },
    { number: 3, manual: true, status_code: 200, failure: null },
    { number: 4, manual: true, status_code: 500 },
  ]);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test('a message that waits for its next try goes out now when a person asks, and one that is on its way is left alone', async () => {
  const { url } = await receiver(answering(500));
  const id = await owe(place.workspaceId, url);
  await deliverDue();
  await sendAgain(place.owner, id);
  expect(await claimDueMessages(roomy, leaseMs)).toMatchObject([{ id, number: 2, is_manual: false }]);
  await expect(sendAgain(place.owner, id)).rejects.toMatchObject({ code: 'changed' });
});

test('a viewer sends nothing again, and nobody a message of another workspace', async () => {
  const id = await owe(place.workspaceId, 'http://127.0.0.1:1/');
  await expect(sendAgain(place.viewer, id)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(sendAgain((await makeWorkspace()).owner, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(sendAgain(place.owner, 'no-id')).rejects.toMatchObject({ code: 'not_found' });
});
