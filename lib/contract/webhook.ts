import { z } from 'zod';

export const WebhookSecret = z.object({
  webhookSecret: z.string().describe('The whole of it, whsec_ included, is the key of the signatures.'),
});
