import { CreateDecision, CreateDecisionByTool, CreateDecisionToolResult } from '@/lib/contract/decision';
import { createDecision as create } from '@/lib/decisions/create';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';

export const createDecision = defineTool({
  name: 'create_decision',
  title: 'Ask an end user to decide',
  description:
    'Ask one of your product’s end users to decide, on their own device. Returns at once: then call get_decision until status is no longer ' +
    'pending. Only answered: true with value "yes" is a yes. Give an idempotencyKey, so that a retry asks nobody twice.',
  keys: ['full', 'bound', 'sandbox'],
  input: CreateDecisionByTool,
  output: CreateDecisionToolResult,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: async (actor, input, call) => {
    const created = await create(actor, CreateDecision.parse(input), call);
    const { decisionId, status, answered, pollUrl, decisionPageUrl, reachable, idempotent } = created;
    return { decisionId, status, answered, pollUrl, decisionPageUrl, reachable, idempotent };
  },
  unavailable: databaseIsDown('Nothing was asked.'),
});
