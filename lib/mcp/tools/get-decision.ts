import { DecisionToolResult, GetDecisionByTool } from '@/lib/contract/decision';
import { getDecision as get } from '@/lib/decisions/get';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';

const longestWaitSeconds = 20;

export const getDecision = defineTool({
  name: 'get_decision',
  title: 'Read a decision',
  description:
    'Read how a decision stands, or wait up to 20 seconds for its answer. Asks nobody again, so call it as often as you need. ' +
    'pending is not a yes; expired and cancelled never become one.',
  keys: ['full', 'bound', 'sandbox'],
  input: GetDecisionByTool,
  output: DecisionToolResult,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async (actor, { decisionId, waitSeconds = 0 }, call) => {
    const waitMs = Math.min(Math.max(0, waitSeconds), longestWaitSeconds) * 1000;
    const { status, answered, value } = await get(actor, decisionId, waitMs, call);
    return { decisionId, status, answered, ...(value === null ? {} : { value }) };
  },
  unavailable: databaseIsDown('Nothing is known of the decision: it is not a yes.'),
});
