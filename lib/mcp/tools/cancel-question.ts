import { CancelQuestion, CancelQuestionResult } from '@/lib/contract/question';
import { defineTool } from '@/lib/mcp/tool';
import { cancelQuestion as cancel } from '@/lib/questions/cancel';

export const cancelQuestion = defineTool({
  name: 'cancel_question',
  title: 'Withdraw a question',
  description:
    'Withdraw a question that you no longer need answered, or that you will now ask in your own client (handoff: true). ' +
    'cancelled: false means that it was no longer open: an answer may be waiting, so call wait_for_answer.',
  keys: ['agent', 'connector', 'full'],
  input: CancelQuestion,
  output: CancelQuestionResult,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: cancel,
  unavailable: ({ correlationId }) => ({
    cancelled: false,
    correlationId,
    status: 'unavailable' as const,
    handoffAction: 'stop' as const,
    hint: 'Nod cannot reach its database. Stop here.',
  }),
});
