import type { z } from 'zod';
import { GetSubscriberByTool, type Subscriber, SubscriberToolResult } from '@/lib/contract/subscriber';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';
import { getSubscriber as get } from '@/lib/subscribers/get';

/** What a model is told of a device. */
export function forModel(subscriber: Subscriber): z.output<typeof SubscriberToolResult> {
  const { siteId: _siteId, endpoint: _endpoint, country: _country, city: _city, ...told } = subscriber;
  return told;
}

export const getSubscriber = defineTool({
  name: 'get_subscriber',
  title: 'Look at one device',
  description: 'What is known of one device: whether it can be reached, its tags, whose it is. Only reads.',
  keys: ['full'],
  input: GetSubscriberByTool,
  output: SubscriberToolResult,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async (actor, { subscriberId }) => forModel(await get(actor, subscriberId)),
  unavailable: databaseIsDown('Nothing was read.'),
});
