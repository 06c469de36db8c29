import { z } from 'zod';
import { PolicyPreset } from '@/lib/contract/policy';
import { text } from '@/lib/contract/text';

/** What the forms of /policies send beside a rule itself (lib/contract/policy.ts). */

export const SetPreset = z.strictObject({ preset: PolicyPreset });

/** Longest command that can be tried: it stands in the address, which a server takes up to 16 kB of. */
export const triedLength = 2000;

export const triedTools = ['command', 'edit', 'mcp'] as const;
export type TriedTool = (typeof triedTools)[number];

/** A call to be judged without being made. */
export const TryCall = z.object({
  tool: z.enum(triedTools, { error: `must be one of ${triedTools.join(', ')}` }),
  text: text({ max: triedLength }),
  repoKey: text({ max: 200, oneLine: true }).optional(),
});
export type TryCall = z.output<typeof TryCall>;

/** Which of the suggestions is meant; what is made of it is worked out again. */
export const ChosenSuggestion = z.strictObject({
  pattern: text({ max: 300, oneLine: true }),
  effect: z.enum(['allow', 'deny']),
  repoKey: text({ max: 200, oneLine: true }).optional(),
});
