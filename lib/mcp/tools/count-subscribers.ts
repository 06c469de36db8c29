import { CountSubscribersByTool, SubscriberCount } from '@/lib/contract/subscriber';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';
import { countSubscribers as count } from '@/lib/subscribers/count';

export const countSubscribers = defineTool({
  name: 'count_subscribers',
  title: 'How many devices there are',
  description:
    'How many devices this workspace has in all, how many can be reached, and how many were turned off or removed. Only reads.',
  keys: ['full'],
  input: CountSubscribersByTool,
  output: SubscriberCount,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (actor) => count(actor),
  unavailable: databaseIsDown('Nothing was read.'),
});
