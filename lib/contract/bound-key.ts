import { z } from 'zod';
import { externalId } from '@/lib/contract/decision';
import { text } from '@/lib/contract/text';

const yearSeconds = 365 * 24 * 3600;

export const IssueBoundKey = z.strictObject({
  externalId: externalId().describe('The one end user that the key is for.'),
  name: text({ max: 100, oneLine: true }).optional().describe('What you call it.'),
  expiresInSeconds: z
    .number('must be a number of seconds')
    .positive('must be more than 0')
    .transform((seconds) => Math.min(Math.max(60, seconds), yearSeconds))
    .optional()
    .meta({
      minimum: 60,
      maximum: yearSeconds,
      description: 'How long it works, in seconds: at least 60, at most a year. Until it is revoked when left out.',
    }),
});

export const IssuedBoundKey = z.strictObject({
  apiKey: z.string().describe('The whole key. It is shown this once.'),
  keyPrefix: z.string().describe('Its public part, for the list and for revoking.'),
  scope: z.literal('bound'),
  boundExternalId: z.string(),
  expiresAt: z.string().nullable(),
});

export const BoundKeyList = z.strictObject({
  keys: z.array(
    z.strictObject({
      keyPrefix: z.string(),
      name: z.string(),
      boundExternalId: z.string().nullable(),
      isActive: z.boolean(),
      lastUsedAt: z.string().nullable(),
      expiresAt: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
});

export const KeyPath = z.strictObject({ prefix: text({ max: 200, oneLine: true }) });

export const RevokedKey = z.strictObject({
  keyPrefix: z.string(),
  revoked: z.boolean().describe('false: it is no live bound key of this workspace.'),
});
