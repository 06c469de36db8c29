import { SendNotification, SendNotificationResult } from '@/lib/contract/notification';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';
import { sendNotification as send } from '@/lib/notifications/send';

export const sendNotification = defineTool({
  name: 'send_notification',
  title: 'Tell the person',
  description:
    'Tell the person something they do not have to answer: work is done, an error stopped you, a result is ready. ' +
    'Lead the title with the outcome. Give a context for details, files and next steps. To ask something, use ask_user instead.',
  keys: ['agent', 'connector', 'full'],
  input: SendNotification,
  output: SendNotificationResult,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: send,
  unavailable: databaseIsDown('Nothing was sent.'),
});
