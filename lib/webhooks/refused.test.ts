import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db/client';
import { makeWorkspace } from '@/lib/testing/people';
import { startReceiver } from '@/lib/testing/webhook-receiver';
import { deliverDue, messageOf, owe, triesOf } from '@/lib/testing/webhooks';

afterAll(() => closeDatabase());

test('without the operator’s leave a private address gets nothing, however it is written, and the try says so', async () => {
  const receiver = await startReceiver();
  const port = new URL(receiver.url).port;
  const { workspaceId } = await makeWorkspace();
  const hosts = ['127.0.0.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', 'localhost'];
  const ids = await Promise.all(hosts.map((host) => owe(workspaceId, `http://${host}:${port}/`)));
  await deliverDue();
  for (const id of ids) {
    expect(await triesOf(id)).toMatchObject([{ status_code: null, failure: 'Private addresses are not called.' }]);
    expect(await messageOf(id)).toMatchObject({ is_delivered: false, is_failed: false });
  }
  expect(receiver.received).toEqual([]);
  await receiver.close();
});
