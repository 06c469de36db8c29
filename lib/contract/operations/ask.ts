import { operation } from '@/lib/contract/operation';
import { OperatorAsk, OperatorAsked, OperatorAskPath, OperatorAskQuery } from '@/lib/contract/operator-ask';

const shared = { tag: 'Ask', keys: ['connector', 'agent', 'full'], response: OperatorAsked } as const;

export const askOperator = operation({
  ...shared,
  id: 'askOperator',
  method: 'POST',
  path: '/api/v1/server/ask',
  summary: 'Ask the people of this workspace.',
  description:
    'What ask_user is to agents. With wait, the call blocks until the answer or the end of timeoutSeconds; the question stays open after that. ' +
    'Go on only on answered: true and the value you need.',
  body: OperatorAsk,
  errors: ['subscription_required', 'limit_reached'],
  examples: [
    {
      summary: 'May the newsletter go out?',
      body: { question: 'Send the newsletter to 1200 people?', type: 'confirm', wait: false, agentName: 'Newsletter' },
      gives: { correlationId: 'correlationId' },
    },
  ],
});

export const getOperatorAsk = operation({
  ...shared,
  id: 'getOperatorAsk',
  method: 'GET',
  path: '/api/v1/server/ask/{correlationId}',
  summary: 'Read a question, or wait for its answer.',
  params: OperatorAskPath,
  query: OperatorAskQuery,
  errors: ['not_found'],
  examples: [{ summary: 'How it stands now', params: { correlationId: '{correlationId}' } }],
});
