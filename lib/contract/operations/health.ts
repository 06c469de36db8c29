import { z } from 'zod';
import { operation } from '@/lib/contract/operation';

const shared = { method: 'GET', tag: 'Health', keys: 'anybody' } as const;

export const liveness = operation({
  ...shared,
  id: 'liveness',
  path: '/healthz',
  summary: 'Does the process answer?',
  response: z.strictObject({ status: z.literal('ok') }),
  examples: [{ summary: 'Alive' }],
});

export const readiness = operation({
  ...shared,
  id: 'readiness',
  path: '/readyz',
  summary: 'Can it do its work?',
  description:
    'The database answers, every migration is applied, and the process is not about to stop. Else 503 with the same fields.',
  response: z.strictObject({
    status: z.enum(['ok', 'unavailable']),
    database: z.enum(['ok', 'unreachable']),
    migrations: z.number().describe('How many are applied.'),
    stopping: z.boolean(),
  }),
  errors: ['unavailable'],
  examples: [{ summary: 'Ready' }],
});

export const description = operation({
  ...shared,
  id: 'description',
  path: '/api/openapi.json',
  summary: 'This description, as OpenAPI 3.1',
  response: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  }),
  examples: [{ summary: 'All of it' }],
});
