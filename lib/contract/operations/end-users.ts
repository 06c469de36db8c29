import { EnrollEndUser, Enrolment, Reachability, ReachabilityQuery } from '@/lib/contract/end-user';
import { operation } from '@/lib/contract/operation';

const tag = 'End users';

export const enrollEndUser = operation({
  id: 'enrollEndUser',
  method: 'POST',
  path: '/api/v1/server/enroll',
  tag,
  summary: 'Make a link with which an end user connects a browser.',
  description:
    'The person needs no account. The link works once, for 15 minutes. A bound key makes links for its own end user only, and only while ' +
    'they have no device: whoever holds it could otherwise connect a browser beside theirs.',
  keys: ['full', 'bound'],
  body: EnrollEndUser,
  response: Enrolment,
  errors: ['refused'],
  examples: [{ summary: 'Connect one person', body: { externalId: 'user_123' } }],
});

export const getReachability = operation({
  id: 'getReachability',
  method: 'GET',
  path: '/api/v1/server/reachability',
  tag,
  summary: 'Whether a decision can reach an end user.',
  description: 'Asks nobody and stores nothing.',
  keys: ['full', 'bound'],
  query: ReachabilityQuery,
  response: Reachability,
  examples: [{ summary: 'Before asking', query: { externalId: 'user_123' } }],
});
