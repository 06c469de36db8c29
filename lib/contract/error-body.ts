import { z } from 'zod';
import { type ErrorCode, errorTable } from '@/lib/errors';

/** Every answer that is not a success has this form (spec 6.1). */
export const ErrorBody = z.looseObject({
  error: z.string().describe('What was wrong, in one sentence.'),
  message: z.string().describe('The same sentence: some clients read this name.'),
  code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]).describe('What a program looks at.'),
  hint: z.string().optional().describe('What to do about it.'),
  issues: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .describe('With invalid_request: each field that is wrong, and its rule.'),
  requestId: z.string().optional().describe('With internal: what the operator finds the cause by.'),
  retryAfter: z
    .number()
    .optional()
    .describe('With rate_limited: seconds until a call is possible again, as in Retry-After.'),
});
