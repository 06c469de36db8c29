import { z } from 'zod';
import { paging, queryTime, queryWaitSeconds } from '@/lib/contract/paging';
import { QuestionType } from '@/lib/contract/question';
import { forbiddenCharacter, text, webAddress } from '@/lib/contract/text';
import { isSecretName } from '@/lib/redact';

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

/** Not a record: zod would drop an entry named __proto__ without a word, and one bad entry refuses all (spec 6.2). */
const Parameters = z
  .unknown()
  .superRefine((parameters, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
      return refuse([], 'must be an object');
    const entries = Object.entries(parameters);
    if (entries.length > 32) refuse([], `has ${entries.length} entries, at most 32 are allowed`);
    for (const [name, value] of entries.slice(0, 33)) {
      const badName = forbiddenCharacter(name);
      if (name.trim() === '' || name.length > 64 || name === '__proto__')
        refuse([name.slice(0, 64)], 'is no name of 1 to 64 characters');
      else if (badName) refuse([name], badName);
      if (typeof value === 'string') {
        const bad = forbiddenCharacter(value);
        if (bad) refuse([name], bad);
        if (value.length > 200) refuse([name], `has ${value.length} characters, at most 200 are allowed`);
      } else if (typeof value !== 'boolean' && !(typeof value === 'number' && Number.isFinite(value)))
        refuse([name], 'must be a text, a finite number, true or false');
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        refuse([name], 'is a larger whole number than JSON carries exactly: send it as text');
    }
  })
  .transform((parameters) => parameters as Record<string, string | number | boolean>)
  .meta({
    type: 'object',
    maxProperties: 32,
    additionalProperties: { anyOf: [{ type: 'string', maxLength: 200 }, { type: 'number' }, { type: 'boolean' }] },
  });

const Format = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text') }),
  z.strictObject({
    kind: z.literal('currency'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters'),
  }),
  z.strictObject({ kind: z.literal('quantity'), unit: text({ max: 20, oneLine: true }).optional() }),
  z.strictObject({ kind: z.literal('timestamp') }),
  z.strictObject({ kind: z.literal('boolean') }),
]);

export const Presentation = z.strictObject({
  label: text({ max: 200, oneLine: true }).describe('The action as a person would name it.'),
  effect: text({ max: 500 }).describe('What happens on yes.'),
  changes: z
    .array(
      z.strictObject({
        parameter: text({ max: 64, oneLine: true }).describe('A name in `parameters`; the value is read from there.'),
        label: text({ max: 80, oneLine: true }).describe('What to call it to a person.'),
        format: Format.describe('How to show it. A currency is in minor units: 4800 is EUR 48.00.'),
      }),
    )
    .max(32)
    .optional(),
  risk: text({ max: 500 }).optional().describe('Why this one is worth stopping for.'),
});
export type Presentation = z.output<typeof Presentation>;

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
    const { presentation, parameters = {} } = decision;
    presentation?.changes?.forEach(({ parameter, format }, index) => {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['presentation', 'changes', index, 'parameter'], message });
      const value = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
      if (value === undefined) refuse('names no entry of parameters');
      else if (isSecretName(parameter)) refuse('has the name of a secret, which is never shown');
      else if (!isOfFormat(value, format.kind)) refuse(`cannot be shown as ${format.kind}`);
    });
  });
export type CreateDecision = z.output<typeof CreateDecision>;

/** Whether a value can be shown in a format without guessing. Currencies are whole minor units. */
function isOfFormat(value: string | number | boolean, kind: z.output<typeof Format>['kind']): boolean {
  if (kind === 'text') return true;
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'quantity') return typeof value === 'number';
  if (kind === 'currency') return typeof value === 'number' && Number.isSafeInteger(value);
  return typeof value === 'number'
    ? Math.abs(value) <= 8.64e15
    : typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

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
