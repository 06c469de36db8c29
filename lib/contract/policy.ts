import { z } from 'zod';
import { DeliveryMode } from '@/lib/contract/question';
import { loose } from '@/lib/contract/session';
import { text } from '@/lib/contract/text';

export const PolicyEffect = z.enum(['allow', 'ask', 'deny']);
export type PolicyEffect = z.infer<typeof PolicyEffect>;

export const PolicyPreset = z.enum(['careful', 'balanced', 'hands_off']);
export type PolicyPreset = z.infer<typeof PolicyPreset>;

/** What happens when a rule's own time to answer is over. There is no approve: silence never runs a command (spec 4.3). */
export const TimeoutAction = z.enum(['deny', 'escalate', 'wait']);
export type TimeoutAction = z.infer<typeof TimeoutAction>;

/** A rule as it decides; lib/policies/pattern.ts reads its pattern. */
export interface PolicyRule {
  id: string;
  pattern: string;
  effect: PolicyEffect;
  repoKey: string | null;
  agentSessionId: string | null;
  mode: DeliveryMode | null;
  timeoutSeconds: number | null;
  timeoutAction: TimeoutAction | null;
  pushFirstSeconds: number | null;
  expiresAt: Date | null;
}

const seconds = (max: number) =>
  z.coerce
    .number('must be a number of seconds')
    .int('must be whole seconds')
    .min(1, 'must be at least 1 second')
    .max(max, `must be at most ${max} seconds`);

/** A rule as a person writes it. Whether the pattern can be read, lib/policies/pattern.ts says. */
export const SaveRule = z
  .strictObject({
    pattern: text({ max: 300, oneLine: true }),
    effect: PolicyEffect,
    repoKey: text({ max: 200, oneLine: true }).optional(),
    mode: DeliveryMode.optional(),
    timeoutSeconds: seconds(600).optional(),
    timeoutAction: TimeoutAction.optional(),
    pushFirstSeconds: seconds(600).optional(),
    /** How long it holds, in minutes; for good when absent. */
    forMinutes: z.coerce.number().int().min(1).max(525_600).optional(),
  })
  .superRefine((rule, context) => {
    if (rule.effect === 'ask') return;
    for (const field of ['mode', 'timeoutSeconds', 'timeoutAction', 'pushFirstSeconds'] as const)
      if (rule[field] !== undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'is only for rules that ask' });
  });
export type SaveRule = z.output<typeof SaveRule>;

/** What a hook asks before a tool runs (spec 6.5). Of what it does not know, nothing is refused: hooks change more often than Nod. */
export const GateCall = z.looseObject({
  source: loose(200),
  toolName: text({ max: 300, oneLine: true }),
  /** As the agent has them: objects of any shape, or plain texts. */
  toolInputs: z.array(z.unknown()).max(100, 'at most 100 inputs are judged at once').optional().catch(undefined),
  cwd: loose(4096),
  repoKey: loose(200),
  sessionId: loose(200),
  machineId: loose(200),
  /** From Nod's own hooks: the folder of the repository, and where the agent was started. */
  repoRoot: loose(4096),
  projectDir: loose(4096),
  /** From Nod's own hooks: where the links of `cwd` lead. */
  resolvedCwd: loose(4096),
  /** From Nod's own hooks: for the path of each input, where its symbolic links lead; null where that could not be told. */
  resolvedPaths: z
    .array(z.array(loose(4096).nullable()))
    .max(100)
    .optional()
    .catch(undefined),
  /** From Nod's own hooks: whether the file system tells Makefile from makefile. */
  caseSensitive: z.boolean().optional().catch(undefined),
});
export type GateCall = z.output<typeof GateCall>;

export const GatePolicy = z.strictObject({
  mode: DeliveryMode,
  timeoutSeconds: z.number(),
  timeoutAction: z.enum(['approve', 'deny', 'escalate', 'wait']),
  pushFirstSeconds: z.number(),
});
export type GatePolicy = z.infer<typeof GatePolicy>;

export const GateVerdict = z.strictObject({
  kind: z.enum(['allow', 'deny', 'kill', 'ask', 'no_opinion']),
  reason: z.string().optional(),
  policy: GatePolicy.optional().describe('Always there with ask: how to wait, and what to do after.'),
  questionContext: z.strictObject({ toolName: z.string(), toolTarget: z.string() }).optional(),
  scopePath: z.string().optional(),
  scopeReason: z.string().optional(),
  ownRulesStand: z
    .literal(true)
    .optional()
    .describe(
      'With ask: no rule names the call and it does not look risky, so an allow rule of the agent’s own may decide.',
    ),
});
export type GateVerdict = z.infer<typeof GateVerdict>;

export const PolicyForHookQuery = z.object({
  repoAware: loose(10).describe('1: the hook knows repositories, and gets the rules of each.'),
});

/** The rules as the older hooks take them: they find the one for a tool by themselves. */
export const PoliciesForHooks = z.strictObject({
  policies: z.array(
    z.strictObject({
      tool: z.string(),
      timeoutSeconds: z.number(),
      timeoutAction: z.enum(['approve', 'deny', 'escalate', 'wait']),
      mode: DeliveryMode,
      pushFirstSeconds: z.number(),
      repoKey: z.string().optional(),
    }),
  ),
  defaultTimeoutSeconds: z.number(),
  defaultTimeoutAction: z.enum(['deny', 'escalate', 'wait']),
  defaultMode: DeliveryMode,
  defaultPushFirstSeconds: z.number(),
  modeOverride: DeliveryMode.optional(),
});
export type PoliciesForHooks = z.infer<typeof PoliciesForHooks>;
