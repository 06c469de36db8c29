import { operation } from '@/lib/contract/operation';
import { WebhookSecret } from '@/lib/contract/webhook';

const tag = 'Webhooks';
const path = '/api/v1/server/webhook-secret';
const keys = ['full'] as const;

export const getWebhookSecret = operation({
  id: 'getWebhookSecret',
  method: 'GET',
  path,
  tag,
  summary: 'Read the secret that signs this workspace’s webhooks; the first call makes it.',
  keys,
  response: WebhookSecret,
  examples: [{ summary: 'The secret in use' }],
});

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path,
  tag,
  summary: 'Put a new secret in the place of the one in use.',
  description:
    'X-Pushary-Signature is by the new secret at once. Nod-Signature carries a second v1= by the old one for 24 hours, so that a receiver can ' +
    'change over without refusing anything.',
  keys,
  response: WebhookSecret,
  examples: [{ summary: 'A new secret' }],
});
