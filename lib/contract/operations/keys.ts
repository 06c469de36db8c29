import { BoundKeyList, IssueBoundKey, IssuedBoundKey, KeyPath, RevokedKey } from '@/lib/contract/bound-key';
import { operation } from '@/lib/contract/operation';

const tag = 'Bound keys';
const keys = ['full'] as const;

export const issueBoundKey = operation({
  id: 'issueBoundKey',
  method: 'POST',
  path: '/api/v1/server/keys',
  tag,
  summary: 'Make a key for one end user.',
  description:
    'It opens, reads and withdraws decisions of that one person, and never answers. Give it to the agent that works for them.',
  keys,
  body: IssueBoundKey,
  response: IssuedBoundKey,
  status: 201,
  errors: ['limit_reached'],
  examples: [
    {
      summary: 'For an hour',
      body: { externalId: 'user_123', name: 'Support agent', expiresInSeconds: 3600 },
      gives: { prefix: 'keyPrefix' },
    },
  ],
});

export const listBoundKeys = operation({
  id: 'listBoundKeys',
  method: 'GET',
  path: '/api/v1/server/keys',
  tag,
  summary: 'List bound keys, never their secrets.',
  keys,
  response: BoundKeyList,
  examples: [{ summary: 'All of them' }],
});

export const revokeBoundKey = operation({
  id: 'revokeBoundKey',
  method: 'DELETE',
  path: '/api/v1/server/keys/{prefix}',
  tag,
  summary: 'End a bound key at once.',
  description: 'For a prefix that is no live bound key, revoked is false.',
  keys,
  params: KeyPath,
  response: RevokedKey,
  examples: [{ summary: 'One of them', params: { prefix: '{prefix}' } }],
});
