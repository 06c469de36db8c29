import { z } from 'zod';
import { maxWaitMs } from '@/lib/contract/question';
import { text } from '@/lib/contract/text';

export const ScopeState = z.enum(['proposed', 'ratified', 'declined', 'replaced', 'withdrawn', 'expired']);
export type ScopeState = z.infer<typeof ScopeState>;

/** Patterns of paths; which ones cannot be stored, lib/scopes/expand-paths.ts says. */
const patterns = () => z.array(text({ max: 500, oneLine: true })).max(100, 'at most 100 entries are allowed');

export const ProposeScope = z.strictObject({
  sessionId: text({ max: 200, oneLine: true }).describe(
    'The id of this agent session, exactly as your hooks report it: edits are checked by it.',
  ),
  doneWhen: text({ max: 1000 }).describe('How the person sees that you are done, in a sentence or two.'),
  allowedPaths: patterns()
    .optional()
    .describe(
      'Files and folders you may change, from your working folder: src/orders/**, docs/api.md. * stays in a folder, ** crosses folders.',
    ),
  offLimitsPaths: patterns()
    .optional()
    .describe('What you will not touch. Wins over allowedPaths; without a slash (.env*) it holds in every folder.'),
  promises: z
    .array(text({ max: 200 }))
    .max(10, 'at most 10 promises are allowed')
    .optional()
    .describe('What you promise besides. The person sees it, Nod cannot check it.'),
  agentName: text({ max: 200, mayBeEmpty: true, oneLine: true }).optional().describe('Who asks, as "Agent - project".'),
  machineId: text({ max: 200, oneLine: true }).optional().describe('The machine this agent runs on.'),
  timeoutMs: z
    .number('must be a number of milliseconds')
    .meta({ maximum: maxWaitMs })
    .optional()
    .describe('How long to block, in milliseconds. Leave it out to use the person’s own setting.'),
});
export type ProposeScope = z.output<typeof ProposeScope>;

export const ProposeScopeResult = z.strictObject({
  correlationId: z.string().describe('The id of the question, for wait_for_answer and cancel_question.'),
  ratified: z.boolean().describe('true: the person said yes and this scope is in force.'),
  answered: z.boolean(),
  value: z.enum(['yes', 'no']).optional(),
  status: z
    .enum(['answered', 'pending', 'cancelled', 'expired', 'missing', 'unavailable', 'notified', 'terminal', 'stopped'])
    .optional(),
  enforces: z.array(z.enum(['paths'])).describe('What Nod checks of it. Empty: nothing.'),
  enforcementNote: z.string().optional().describe('What is not checked, and why.'),
  hookSeen: z
    .boolean()
    .optional()
    .describe('Whether a hook has reported this session: without one nothing is checked.'),
  note: z.string().optional().describe('Only while it is not in force: how to go on.'),
  contract: z
    .strictObject({
      allowedPaths: z.array(z.string()),
      offLimitsPaths: z.array(z.string()),
      doneWhen: z.string(),
      promises: z.array(z.string()).optional(),
    })
    .describe('The scope as it is stored.'),
  nextAction: z.enum(['wait_for_answer', 'ask_in_current_client']).optional().describe('What to do next.'),
  handoffAction: z
    .enum(['cancel_then_ask_in_current_client', 'stop'])
    .optional()
    .describe('How to go on without an answer from here.'),
});
export type ProposeScopeResult = z.infer<typeof ProposeScopeResult>;
