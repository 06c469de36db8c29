import { z } from 'zod';
import { operation } from '@/lib/contract/operation';

export const SiteResult = z.strictObject({
  version: z.string().describe('Which Nod answers.'),
  key: z.strictObject({
    name: z.string(),
    kind: z.enum(['connector', 'agent', 'full', 'bound', 'sandbox']),
    prefix: z.string().describe('The part of the key before its dot.'),
  }),
  workspace: z.strictObject({ name: z.string() }),
  member: z
    .strictObject({ name: z.string() })
    .optional()
    .describe('Who made the key. Bound and sandbox keys are not told.'),
  devices: z
    .number()
    .optional()
    .describe('How many devices of the workspace can be reached. Bound and sandbox keys are not told.'),
});

export const site = operation({
  id: 'site',
  method: 'GET',
  path: '/api/v1/server/site',
  tag: 'Your key',
  summary: 'Say who this key is',
  description: 'The cheapest way to find out whether a key works: 200 for every live key, 401 for anything else.',
  keys: ['connector', 'agent', 'full', 'bound', 'sandbox'],
  response: SiteResult,
  examples: [{ summary: 'Which key is this?' }],
});
