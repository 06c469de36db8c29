import {
  AnswerDecision,
  AnsweredDecision,
  CancelledDecision,
  CreateDecision,
  CreatedDecision,
  Decision,
  DecisionList,
  DecisionPath,
  GetDecisionQuery,
  ListDecisionsQuery,
} from '@/lib/contract/decision';
import { operation } from '@/lib/contract/operation';

const tag = 'Decisions';
const path = '/api/v1/server/decisions';
const pathOfOne = `${path}/{decisionId}` as const;
const keys = ['full', 'bound', 'sandbox'] as const;

export const createDecision = operation({
  id: 'createDecision',
  method: 'POST',
  path,
  tag,
  summary: 'Ask an end user to decide.',
  description:
    'Stored first, then pushed to the devices that the end user enrolled. Send the same idempotencyKey with every retry of one operation: the ' +
    'decision that is there comes back as it stands, with idempotent: true; other content under the same key is refused.',
  keys,
  body: CreateDecision,
  response: CreatedDecision,
  errors: ['subscription_required', 'idempotency_conflict', 'unreachable', 'limit_reached'],
  examples: [
    {
      summary: 'A refund, with the numbers that the person sees',
      body: {
        externalId: 'user_123',
        question: 'Refund EUR 48.00 for order 4471?',
        idempotencyKey: 'refund-4471',
        toolName: 'refund.create',
        toolTarget: 'order 4471',
        parameters: { amount: 4800, order: '4471' },
        presentation: {
          label: 'Refund order 4471',
          effect: 'EUR 48.00 goes back to the card.',
          changes: [{ parameter: 'amount', label: 'Amount', format: { kind: 'currency', currency: 'EUR' } }],
        },
        context: '{"run":"run_9"}',
        approvalUrl: true,
      },
      gives: { decisionId: 'decisionId' },
    },
  ],
});

export const getDecision = operation({
  id: 'getDecision',
  method: 'GET',
  path: pathOfOne,
  tag,
  summary: 'Read a decision, or wait for its answer.',
  keys,
  params: DecisionPath,
  query: GetDecisionQuery,
  response: Decision,
  errors: ['not_found'],
  examples: [{ summary: 'How it stands now', params: { decisionId: '{decisionId}' } }],
});

export const listDecisions = operation({
  id: 'listDecisions',
  method: 'GET',
  path,
  tag,
  summary: 'List decisions, newest first.',
  keys,
  query: ListDecisionsQuery,
  response: DecisionList,
  examples: [{ summary: 'The last ten of one person', query: { externalId: 'user_123', limit: '10' } }],
});

export const answerDecision = operation({
  id: 'answerDecision',
  method: 'POST',
  path: pathOfOne,
  tag,
  summary: 'Pass on an answer that the end user gave in your own app.',
  description:
    'The same answer again is fine. When the decision was settled otherwise, this is refused (409) and says how it stands.',
  keys: ['full'],
  params: DecisionPath,
  body: AnswerDecision,
  response: AnsweredDecision,
  errors: ['not_found', 'refused'],
  examples: [{ summary: 'Yes', params: { decisionId: '{decisionId}' }, body: { answer: 'yes' } }],
});

export const cancelDecision = operation({
  id: 'cancelDecision',
  method: 'DELETE',
  path: pathOfOne,
  tag,
  summary: 'Withdraw an open decision.',
  description: 'A recorded answer stays: then cancelled is false.',
  keys,
  params: DecisionPath,
  response: CancelledDecision,
  errors: ['not_found'],
  examples: [{ summary: 'One that was answered already', params: { decisionId: '{decisionId}' } }],
});
