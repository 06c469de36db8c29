import { operation } from '@/lib/contract/operation';
import { Send, Sent } from '@/lib/contract/send';

export const send = operation({
  id: 'send',
  method: 'POST',
  path: '/api/v1/server/send',
  tag: 'Send',
  summary: 'Tell the people of this workspace something.',
  description:
    'One way: nothing is awaited. Every device of the members unless subscriberIds, externalIds or tags narrow it, each further than the other. ' +
    'Send the same idempotencyKey with every retry of one send: it is sent once; other content under the same key is refused.',
  keys: ['full'],
  body: Send,
  response: Sent,
  errors: ['subscription_required', 'idempotency_conflict', 'limit_reached'],
  examples: [
    {
      summary: 'The nightly export is done',
      body: {
        title: 'Export done',
        body: '1200 rows are in the warehouse.',
        url: 'https://shop.example.com/exports/4471',
        metadata: { job: 'export-4471' },
        idempotencyKey: 'export-4471',
      },
    },
  ],
});
