import { CancelDecisionByTool, CancelledDecision } from '@/lib/contract/decision';
import { cancelDecision as cancel } from '@/lib/decisions/cancel';
import { databaseIsDown, defineTool } from '@/lib/mcp/tool';

export const cancelDecision = defineTool({
  name: 'cancel_decision',
  title: 'Withdraw a decision',
  description:
    'Withdraw a decision that is no longer needed. A recorded answer stays: cancelled is then false, and get_decision has the answer.',
  keys: ['full', 'bound', 'sandbox'],
  input: CancelDecisionByTool,
  output: CancelledDecision,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (actor, { decisionId }) => cancel(actor, decisionId),
  unavailable: databaseIsDown('Nothing was withdrawn.'),
});
