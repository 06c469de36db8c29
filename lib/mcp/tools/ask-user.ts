import { AskUser, AskUserResult } from '@/lib/contract/question';
import { newId } from '@/lib/ids';
import { defineTool } from '@/lib/mcp/tool';
import { ask } from '@/lib/questions/ask';
import { askUnavailable } from '@/lib/questions/reply';

export const askUser = defineTool({
  name: 'ask_user',
  title: 'Ask the person',
  description:
    'Ask the person you work for and wait for their answer. Use it before anything risky or irreversible, and whenever you cannot decide alone. ' +
    'It reaches their phone. Act only on answered: true; read value (yes or no, the chosen option, or their text) and follow note. ' +
    'Otherwise do what nextAction or handoffAction says: no answer is never a yes.',
  keys: ['agent', 'connector', 'full'],
  input: AskUser,
  output: AskUserResult,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: ask,
  unavailable: (input) => askUnavailable(newId(), input.question, input.type),
});
