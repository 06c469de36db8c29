import { z } from 'zod';
import { checkPresentation, Parameters, Presentation } from '@/lib/contract/decision-presentation';
import { paging, queryTime, queryWaitSeconds } from '@/lib/contract/paging';
import { QuestionType } from '@/lib/contract/question';
import { text, webAddress } from '@/lib/contract/text';

export const DecisionStatus = z.enum(['pending', 'answered', 'expired', 'cancelled']);
export type DecisionStatus = z.infer<typeof DecisionStatus>;

/** The integrator's own id of a person. Counted in UTF-16 units, as the clients count. */
export const externalId = () =>
  text({ oneLine: true })
    .refine((value) => value.length <= 256, 'has more than 256 UTF-16 units')
    .meta({ maxLength: 256 });

/** Text that is given back byte for byte: everything but what JSON or PostgreSQL cannot carry. */
const exactText = (max: number) =>
  z
    .string()
    .superRefine((value, context) => {
      const at = /[\0\p{Cs}]/u.exec(value);
      if (at)
        context.addIssue({
          code: 'custom',
          message: `has a character that cannot be kept at position ${at.index + 1}: remove it`,
        });
      if (value.length > max)
        context.addIssue({ code: 'custom', message: `has ${value.length} characters, at most ${max} are allowed` });
    })
    .meta({ maxLength: max });

/** Only a choice needs options; what comes with another type is ignored (spec 2.3), so it is not judged either. */
const options = () =>
  z
    .array(text({ max: 200, mayBeEmpty: true, oneLine: true }).meta({ minLength: 1, maxLength: 200 }))
    .max(20, 'needs 2 to 20 options')
    .meta({ minItems: 2, maxItems: 20 });

/** Times are clamped at the short end: clients send their own timeout here, and some wait less than a minute. */
const lifetimeSeconds = () =>
  z
    .number('must be a number of seconds')
    .min(1, 'must be at least 1; less than 60 counts as 60')
    .max(86_400, 'must be at most 86400')
    .transform((seconds) => Math.max(60, seconds))
    .meta({ minimum: 60, maximum: 86_400 })
    .describe('How long it can be answered, in seconds.');

/** What every way of opening a decision takes. */
const common = {
  question: text({ max: 8000 }).describe(
    'One clear question, most important words first. It is read on a lock screen.',
  ),
  externalId: text({ mayBeEmpty: true, oneLine: true })
    .refine((value) => value.length <= 256, 'has more than 256 UTF-16 units')
    .meta({ maxLength: 256 })
    .optional()
    .describe('Your own id of the person who decides, as in their enrolment.'),
  type: QuestionType.default('confirm').describe('confirm: yes or no. select: one of `options`. input: free text.'),
  options: options()
    .optional()
    .describe('For type select only: 2 to 20 different choices. The answer is the chosen text.'),
  context: exactText(2000)
    .optional()
    .describe('Comes back to the byte, here and in the webhook. Shown to the person too.'),
  agentName: text({ max: 120, mayBeEmpty: true, oneLine: true }).optional().describe('Who asks.'),
  idempotencyKey: text({ max: 200, oneLine: true })
    .optional()
    .describe('The same for every retry of one operation: nobody is asked twice.'),
  expiresInSeconds: lifetimeSeconds().optional(),
  callbackUrl: webAddress().optional().meta({ format: 'uri', description: 'Gets a signed POST with the answer.' }),
  requireReachable: z.boolean('must be true or false').optional().describe('Refuse when the person has no device.'),
};

const needsOptions = (decision: { type: string; options?: string[] | undefined }, context: z.RefinementCtx) => {
  if (decision.type !== 'select') return;
  const given = decision.options ?? [];
  const refuse = (message: string, ...at: number[]) =>
    context.addIssue({ code: 'custom', path: ['options', ...at], message });
  const empty = given.findIndex((option) => option.trim() === '');
  if (given.length < 2) refuse('type select needs 2 to 20 options');
  else if (empty >= 0) refuse('must not be empty', empty);
  else if (new Set(given.map((option) => option.trim())).size < given.length)
    refuse('options must differ from each other');
};

export const CreateDecision = z
  .strictObject({
    ...common,
    email: z
      .email('must be an e-mail address')
      .max(320)
      .optional()
      .describe('A hint for channels of yours; kept with the decision.'),
    placeholder: text({ max: 200, mayBeEmpty: true })
      .optional()
      .describe('For type input: a hint inside the empty field.'),
    wait: z
      .boolean('must be true or false')
      .default(false)
      .describe('true: block until the answer or the end of timeoutSeconds.'),
    timeoutSeconds: z
      .number('must be a number of seconds')
      .optional()
      .meta({ minimum: 0, maximum: 55, description: 'With wait: how long to block; 55 at most, more is cut to that.' }),
    sandboxOutcome: z
      .enum(['approve', 'deny', 'no_answer'])
      .optional()
      .describe('With a sandbox key: what its person does.'),
    toolName: text({ mayBeEmpty: true, oneLine: true })
      .optional()
      .describe('The action, such as refund.create; cut after 100 characters.'),
    toolTarget: text({ mayBeEmpty: true }).optional().describe('What it acts on; cut after 80 characters.'),
    actor: text({ max: 120, mayBeEmpty: true, oneLine: true })
      .optional()
      .describe('Whose authority the action claims, such as user:44.'),
    environment: text({ max: 40, mayBeEmpty: true, oneLine: true })
      .optional()
      .describe('Where it acts, such as production.'),
    parameters: Parameters.optional().describe('The arguments of the action, flat. One bad entry refuses all.'),
    presentation: Presentation.optional().describe(
      'The action in words for the person; its values come from `parameters`.',
    ),
    approvalUrl: z
      .boolean('must be true or false')
      .default(false)
      .describe('Also give a one-use link that you deliver yourself.'),
    poweredBy: z
      .boolean('must be true or false')
      .default(true)
      .describe('Whether the page says that it is made with Nod.'),
  })
  .superRefine((decision, context) => {
    needsOptions(decision, context);
    checkPresentation(decision, context);
  });
export type CreateDecision = z.output<typeof CreateDecision>;

/** What the tool create_decision takes. */
export const CreateDecisionByTool = z.strictObject(common).superRefine(needsOptions);
export type CreateDecisionByTool = z.output<typeof CreateDecisionByTool>;

export const CreatedDecision = z.strictObject({
  decisionId: z.string(),
  status: DecisionStatus,
  answered: z.boolean(),
  value: z.string().optional().describe('yes or no, the chosen option, or the text.'),
  type: QuestionType,
  question: z.string(),
  pollUrl: z.string().describe('Where to ask for the answer.'),
  decisionPageUrl: z.string().optional().describe('The page of this decision.'),
  approvalUrl: z.string().optional().describe('Answers this one decision once, for whoever holds it.'),
  expiresInSeconds: z.number(),
  idempotent: z.boolean().optional().describe('true: this decision was there already.'),
  reachable: z.boolean().optional(),
  reachableChannels: z.number().optional(),
  deviceCount: z.number().optional(),
  hint: z.string().optional(),
});
export type CreatedDecision = z.infer<typeof CreatedDecision>;

export const Decision = z.strictObject({
  decisionId: z.string(),
  status: DecisionStatus,
  answered: z.boolean(),
  value: z.string().nullable(),
  type: QuestionType,
  question: z.string(),
  options: z.array(z.string()).nullable(),
  externalId: z.string().nullable(),
  context: z.string().nullable(),
  createdAt: z.string(),
  answeredAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type Decision = z.infer<typeof Decision>;

export const DecisionPath = z.strictObject({ decisionId: text({ max: 200, oneLine: true }) });

export const GetDecisionQuery = z.strictObject({
  wait: queryWaitSeconds().describe('How long to wait for the answer, in seconds; 55 at most.'),
});

export const ListDecisionsQuery = z.strictObject({
  ...paging,
  from: queryTime().optional().describe('Created at this time or later.'),
  to: queryTime().optional().describe('Created before this time.'),
  externalId: externalId().optional().describe('Only those of this person.'),
});
export type ListDecisionsQuery = z.output<typeof ListDecisionsQuery>;

/** A decision in a list: also what it is about, and whether nobody but the sandbox decided it. */
export const ListedDecision = Decision.extend({
  toolName: z.string().nullable(),
  toolTarget: z.string().nullable(),
  autoResolved: z.boolean(),
  decisionOrigin: z.string().nullable(),
});
export type ListedDecision = z.infer<typeof ListedDecision>;

export const DecisionList = z.strictObject({ decisions: z.array(ListedDecision), nextCursor: z.string().nullable() });

export const AnswerDecision = z.strictObject({
  answer: z.string('must be text').describe('yes or no, one of the options, or the text.'),
});

export const AnsweredDecision = z.strictObject({
  decisionId: z.string(),
  status: DecisionStatus,
  answered: z.boolean(),
  value: z.string().optional(),
});

export const CancelledDecision = z.strictObject({
  decisionId: z.string(),
  cancelled: z.boolean().describe('false: it was already answered, expired or cancelled.'),
  status: DecisionStatus,
});

const decisionId = () => text({ max: 200, oneLine: true }).describe('The decisionId that create_decision returned.');

export const GetDecisionByTool = z.strictObject({
  decisionId: decisionId(),
  waitSeconds: z.number('must be a number of seconds').optional().meta({
    minimum: 0,
    maximum: 20,
    description: 'How long to wait for the answer, in seconds; more than 20 is cut to that.',
  }),
});
export const CancelDecisionByTool = z.strictObject({ decisionId: decisionId() });

export const DecisionToolResult = z.strictObject({
  decisionId: z.string(),
  status: DecisionStatus,
  answered: z.boolean(),
  value: z.string().optional().describe('yes or no, the chosen option, or the text.'),
});

export const CreateDecisionToolResult = z.strictObject({
  decisionId: z.string().describe('For get_decision and cancel_decision.'),
  status: DecisionStatus,
  answered: z.boolean(),
  pollUrl: z.string().optional(),
  decisionPageUrl: z.string().optional(),
  reachable: z.boolean().optional().describe('false: the person has no device, so nobody was alerted.'),
  idempotent: z.boolean().optional(),
});
