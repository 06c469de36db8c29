import { ListSubscribersByTool, ListSubscribersToolResult } from '@/lib/contract/subscriber';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';
import { forModel } from '@/lib/mcp/tools/get-subscriber';
import { listSubscribers as list } from '@/lib/subscribers/list';

export const listSubscribers = defineTool({
  name: 'list_subscribers',
  title: 'Which devices can be told',
  description:
    'Which devices this workspace has, the newest first: those of its members and of its end users, also those that were turned off. Only reads. ' +
    'Use it to find the ids, tags or external ids that send_notification can be narrowed to.',
  keys: ['full'],
  input: ListSubscribersByTool,
  output: ListSubscribersToolResult,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async (actor, input) => {
    const { data, ...page } = await list(actor, input);
    return { data: data.map(forModel), ...page };
  },
  unavailable: databaseIsDown('Nothing was read.'),
});
