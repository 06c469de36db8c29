import { z } from 'zod';
import { text } from '@/lib/contract/text';

/** The kinds a person makes in the dashboard; bound keys come by REST. */
export const CreateKey = z.strictObject({
  name: text({ max: 100, oneLine: true }).describe('Where this key will live, such as "Claude Code on my laptop".'),
  kind: z.enum(['agent', 'connector', 'full', 'sandbox']).default('agent').describe('What the key may do.'),
});
