import { z } from 'zod';
import { text } from '@/lib/contract/text';

const shortName = () => text({ max: 100, oneLine: true });

/** A machine that wants a key. What it says of itself is shown to whoever approves it. */
export const RequestPairing = z.strictObject({
  name: shortName().optional().describe('What the key will be called; the machine’s name when left out.'),
  machine: shortName().optional().describe('The name of the machine.'),
  agents: z
    .array(shortName())
    .max(20, 'at most 20 agents can be named')
    .default([])
    .describe('The coding agents that will use the key.'),
});
export type RequestPairing = z.output<typeof RequestPairing>;

export const maxPairingWaitSeconds = 25;

const waitRule = `must be a whole number of seconds from 0 to ${maxPairingWaitSeconds}`;

export const AwaitPairing = z.object({
  wait: z.coerce
    .number(waitRule)
    .int(waitRule)
    .min(0, waitRule)
    .max(maxPairingWaitSeconds, waitRule)
    .default(0)
    .describe('How long to wait for the person, in seconds.'),
});

export const PairingPath = z.strictObject({
  code: text({ max: 40, oneLine: true }).describe('As the first call gave it.'),
});

export const NewPairing = z.strictObject({
  code: z.string().describe('In two groups, as both screens show it.'),
  verifyUrl: z.string().describe('Where the person compares the code and approves.'),
  expiresInSeconds: z.number(),
  secret: z.string().describe('What fetches the key. Keep it to yourself.'),
});

export const PairingReply = z.strictObject({
  status: z.enum(['pending', 'approved', 'declined', 'used', 'expired']),
  apiKey: z.string().optional().describe('With approved, once.'),
  workspace: z.string().optional().describe('With approved: where the key belongs.'),
});
