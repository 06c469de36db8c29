import { WaitForAnswer, WaitForAnswerResult } from '@/lib/contract/question';
import { defineTool } from '@/lib/mcp/tool';
import { waitUnavailable } from '@/lib/questions/reply';
import { waitForAnswer as wait } from '@/lib/questions/wait';

export const waitForAnswer = defineTool({
  name: 'wait_for_answer',
  title: 'Wait for an answer',
  description:
    'Wait for the answer to a question you asked before. Sends nothing to the person, so call it as often as you need. ' +
    'Act only on answered: true; while status is pending, do what nextAction says.',
  keys: ['agent', 'connector', 'full'],
  input: WaitForAnswer,
  output: WaitForAnswerResult,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: wait,
  unavailable: () => waitUnavailable,
});
