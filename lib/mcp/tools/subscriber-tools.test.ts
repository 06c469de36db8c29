import { afterAll, expect, test } from 'vitest';
import { closeDatabase, query } from '@/lib/db/client';
import type { Tool } from '@/lib/mcp/tool';
import { countSubscribers } from '@/lib/mcp/tools/count-subscribers';
import { getSubscriber } from '@/lib/mcp/tools/get-subscriber';
import { listSubscribers } from '@/lib/mcp/tools/list-subscribers';
import { addDevice, makeWorkspace } from '@/lib/testing/people';
import { callNow } from '@/lib/testing/questions';

afterAll(() => closeDatabase());

test('a model reads what it needs to narrow a notification, and neither endpoints nor workspace ids', async () => {
  const { full, owner } = await makeWorkspace();
  const [older, newer] = [await addDevice(owner), await addDevice(owner)];
  await query(`UPDATE device SET created_at = nod_now() - interval '1 hour' WHERE id = $1`, [older]);
  const run = async (tool: Tool, input: Record<string, unknown> = {}) =>
    tool.output.parse(await tool.run(full, tool.input.parse(input), callNow()));
  const first = (await run(listSubscribers, { limit: 1 })) as { data: unknown[]; hasMore: boolean; nextCursor: string };
  const rest = await run(listSubscribers, { limit: 1, cursor: first.nextCursor });
  expect(first).toMatchObject({ data: [{ id: newer, status: 'active', tags: [] }], hasMore: true });
  expect(rest).toMatchObject({ data: [{ id: older }], hasMore: false });
  expect(await run(getSubscriber, { subscriberId: newer })).toEqual(first.data[0]);
  expect(JSON.stringify([first, rest])).not.toMatch(/endpoint|siteId|127\.0\.0\.1/);
  expect(await run(countSubscribers)).toEqual({ total: 2, active: 2, unsubscribed: 0 });
});

test('a device of another workspace is not found by a tool either', async () => {
  const [place, neighbour] = [await makeWorkspace(), await makeWorkspace()];
  const subscriberId = await addDevice(neighbour.owner);
  await expect(getSubscriber.run(place.full, { subscriberId }, callNow())).rejects.toMatchObject({ code: 'not_found' });
});

test('only full keys are given these tools', () => {
  for (const tool of [listSubscribers, getSubscriber, countSubscribers]) expect(tool.keys).toEqual(['full']);
});
