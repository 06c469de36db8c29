import { z } from 'zod';

/** The kill switch: for an hour when nothing is said, at most for a day. */
export const StopAgents = z.strictObject({
  sessionId: z.string().optional().describe('The session to stop; all of the workspace when left out.'),
  hours: z.coerce
    .number('must be a number of hours')
    .min(1, 'at least 1 hour')
    .max(24, 'at most 24 hours')
    .default(1)
    .describe('How long, in hours.'),
});
