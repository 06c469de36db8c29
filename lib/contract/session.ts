import { z } from 'zod';
import { DeliveryMode } from '@/lib/contract/question';
import { forbiddenCharacter, text } from '@/lib/contract/text';

export const SessionStatus = z.enum(['active', 'idle', 'waiting', 'offline', 'errored']);
export type SessionStatus = z.infer<typeof SessionStatus>;

export const ListSessions = z.strictObject({
  status: SessionStatus.exclude(['offline'])
    .optional()
    .describe('Only sessions in this state. waiting: it asked the person something that is still open.'),
  limit: z
    .number('must be a number')
    .min(1, 'must be at least 1')
    .max(100, 'must be at most 100')
    .refine(Number.isInteger, 'must be a whole number')
    .default(20)
    .describe('How many sessions at most, those that need the person first.'),
});
export type ListSessions = z.output<typeof ListSessions>;

export const ListSessionsResult = z.strictObject({
  sessions: z.array(
    z.strictObject({
      agentType: z.string().optional(),
      agentName: z.string().optional(),
      machineId: z.string().optional(),
      sessionId: z.string().optional(),
      computedStatus: SessionStatus,
      lastAction: z.string().optional().describe('What it did last, in one line.'),
      lastSeenAt: z.string().optional(),
      timeAgo: z.string().optional(),
    }),
  ),
  pendingQuestions: z.array(
    z.strictObject({
      correlationId: z.string(),
      question: z.string(),
      type: z.string(),
      agentName: z.string().optional(),
      sessionId: z.string().optional(),
      askedAt: z.string(),
    }),
  ),
});
export type ListSessionsResult = z.infer<typeof ListSessionsResult>;

// The hook API is for programs that change more often than Nod: what it does not know, it ignores. Only what it cannot do without is refused.

/** A name or an id that may be anything: what cannot be stored, or is not text, counts as not given. */
export const loose = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => forbiddenCharacter(value) === undefined && !/[\n\r\t]/.test(value))
    .optional()
    .catch(undefined);

/** Which session a hook asks about; what no session can be called counts as none given. */
export const ModeForHook = z.object({ session: loose(200).transform((session) => session || undefined) });

export const ModeForHookResult = z.strictObject({
  override: z
    .strictObject({ mode: DeliveryMode })
    .nullable()
    .describe('A mode that the person set for a while; it goes before every rule.'),
  kill: z.boolean().describe('true: the kill switch is on, nothing may run.'),
});

/** The one that names the thing: without it the report says nothing. */
const needed = () => text({ max: 200, oneLine: true });

export const AgentEvent = z.looseObject({
  event: needed(),
  sessionId: needed(),
  hookId: loose(200),
  agentType: loose(200),
  agentName: loose(200),
  machineId: loose(200),
  cwd: loose(4096),
  repoKey: loose(200),
});
export type AgentEvent = z.output<typeof AgentEvent>;

const mostEnvelopes = 1000;

export const HookReport = z.looseObject({
  machineId: loose(200),
  app: loose(200),
  envelopes: z
    .array(
      z.looseObject({
        hookId: needed(),
        event: needed(),
        source: loose(200),
        sentAt: loose(40),
        cwd: loose(4096),
        repoKey: loose(200),
        sessionId: loose(200),
        /** What the agent gave its hook, as JSON text. */
        payload: z.unknown().optional(),
      }),
    )
    .max(mostEnvelopes, `at most ${mostEnvelopes} are taken at once`),
});
export type HookReport = z.output<typeof HookReport>;

/** How a batch was taken: every envelope is in one of the three. */
export const HookReportTaken = z.strictObject({
  accepted: z.number(),
  duplicates: z.number().describe('Their hookId came before.'),
  ignored: z.number().describe('Nod does not know them.'),
});

/** An acknowledged command of Nod's; there are none yet. */
export const CommandAck = z.looseObject({});

/** A reply that says nothing yet: commands to agents would be here. */
export const NothingYet = z.strictObject({});
