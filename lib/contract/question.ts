import { z } from 'zod';
import { targets, text, webAddress } from '@/lib/contract/text';

export const QuestionType = z.enum(['confirm', 'select', 'input']);
export type QuestionType = z.infer<typeof QuestionType>;

export const AnswerSource = z.enum([
  'dashboard',
  'mobile_app',
  'mobile_background',
  'decide_page',
  'live_page',
  'answer_link',
  'inbox',
  'slack',
  'mac_app',
  'sandbox',
]);
export type AnswerSource = z.infer<typeof AnswerSource>;

export const DeliveryMode = z.enum(['push_first', 'push_only', 'notify_only', 'terminal_only']);
export type DeliveryMode = z.infer<typeof DeliveryMode>;

export const maxWaitMs = 55_000;
/** Advertised with its maximum but clamped, not refused: models send odd numbers (spec 2.3). */
const timeoutMs = (description: string) =>
  z.number('must be a number of milliseconds').meta({ maximum: maxWaitMs, description });

const choices = () =>
  z
    .array(text({ max: 200, oneLine: true }))
    .min(2, 'needs 2 to 6 options')
    .max(6, 'needs 2 to 6 options')
    .refine(
      (options) => new Set(options.map((option) => option.trim())).size === options.length,
      'options must differ from each other',
    );

const RichQuestion = z.strictObject({
  header: text({ max: 40, mayBeEmpty: true }).optional().describe('A word or two above the question.'),
  question: text({ max: 500 }).describe('The question itself.'),
  multiSelect: z.boolean().describe('Whether several options may be chosen.'),
  allowOther: z.boolean().optional().describe('Whether the person may write an answer of their own.'),
  options: z
    .array(
      z.strictObject({
        label: text({ max: 100, oneLine: true }).describe('What the answer will be.'),
        description: text({ max: 500, mayBeEmpty: true }).optional().describe('What choosing it means.'),
      }),
    )
    .min(2)
    .max(4)
    .refine(
      (options) => new Set(options.map((option) => option.label.trim())).size === options.length,
      'labels must differ from each other',
    )
    .describe('The choices, 2 to 4.'),
});
export type RichQuestion = z.infer<typeof RichQuestion>;

/** PostgreSQL has no year 0 and reads no hundred decimals; no real deadline lies outside of these years. */
const isStorableTime = (time: string): boolean =>
  time.length <= 40 && Date.parse(time) >= 0 && Date.parse(time) < Date.UTC(10_000, 0);

const runtimeOnly = 'Filled in by the runtime. Leave it out.';

export const AskUser = z
  .strictObject({
    question: text({ max: 8000 }).describe(
      'One clear question in at most 500 characters, most important words first. It is read on a lock screen.',
    ),
    type: QuestionType.default('confirm').describe('confirm: yes or no. select: one of `options`. input: free text.'),
    options: choices()
      .optional()
      .describe('For type select only: 2 to 6 different choices. The answer is the chosen text.'),
    placeholder: text({ max: 200, mayBeEmpty: true })
      .optional()
      .describe('For type input: a hint inside the empty field.'),
    context: text({ max: 2000, mayBeEmpty: true })
      .optional()
      .describe('What the person must know before deciding, in a few sentences.'),
    intent: text({ max: 500, mayBeEmpty: true }).optional().describe('One line: what you are trying to achieve.'),
    action: text({ max: 500, mayBeEmpty: true }).optional().describe('One line: what exactly will happen on yes.'),
    blocker: text({ max: 500, mayBeEmpty: true })
      .optional()
      .describe('One line: why you cannot go on without an answer.'),
    actionBody: text({ mayBeEmpty: true })
      .optional()
      .describe('The full command, diff or text to be approved. Shown on the page only, folded after 4000 characters.'),
    wait: z
      .boolean('must be true or false')
      .default(true)
      .describe(
        'true: block until the answer comes or the wait ends. false: return at once, then call wait_for_answer.',
      ),
    timeoutMs: timeoutMs(
      'How long to block, in milliseconds. Leave it out to use the person’s own setting.',
    ).optional(),
    waitEndsAt: z.iso
      .datetime({ offset: true, error: 'must be an ISO 8601 time with its offset written out', abort: true })
      .refine(isStorableTime, 'must be a time between 1970 and 9999')
      .optional()
      .describe(runtimeOnly),
    agentName: text({ max: 200, mayBeEmpty: true, oneLine: true })
      .optional()
      .describe('Who asks, as "Agent - project".'),
    sessionId: text({ max: 200, oneLine: true })
      .optional()
      .describe('The id of this agent session, the same on every call.'),
    machineId: text({ max: 200, oneLine: true }).optional().describe('The machine this agent runs on.'),
    repoKey: text({ max: 200, oneLine: true }).optional().describe('The repository, as host/owner/name.'),
    toolName: text({ oneLine: true, mayBeEmpty: true })
      .optional()
      .describe('For a permission: the tool that wants to run.'),
    toolTarget: text({ mayBeEmpty: true })
      .optional()
      .describe('For a permission: the command or file the tool wants to touch.'),
    toolPath: text({ max: 4096, oneLine: true })
      .regex(/^\/.*/, 'must be an absolute path')
      .optional()
      .describe(runtimeOnly),
    toolUseId: text({ max: 200, oneLine: true }).optional().describe(runtimeOnly),
    requestId: text({ max: 200, oneLine: true }).optional().describe(runtimeOnly),
    sessionToolAware: z.boolean().optional().describe(runtimeOnly),
    localSurfaceAvailable: z.boolean().optional().describe(runtimeOnly),
    scopePath: text({ max: 1024, oneLine: true })
      .optional()
      .describe('The one path outside the agreed scope that a yes would add to it.'),
    callbackUrl: webAddress()
      .optional()
      .meta({ format: 'uri', description: 'An address that gets a signed POST with the answer.' }),
    env: z
      .literal('test')
      .optional()
      .meta({ type: 'string', enum: ['test'], description: 'test: store the question but reach nobody.' }),
    questions: z.array(RichQuestion).length(1, 'needs exactly one question').optional().describe(runtimeOnly),
    tags: targets().optional().describe('Only devices with one of these tags.'),
    externalIds: targets().optional().describe('Only devices of these external ids.'),
    subscriberIds: targets().optional().describe('Only these devices.'),
  })
  .superRefine((ask, context) => {
    if (ask.type === 'select' && !ask.options && !ask.questions) {
      context.addIssue({ code: 'custom', path: ['options'], message: 'type select needs 2 to 6 options' });
    }
  });
export type AskUser = z.output<typeof AskUser>;

const status = ['answered', 'pending', 'cancelled', 'expired', 'missing', 'unavailable'] as const;
const NextAction = z.enum(['wait_for_answer', 'ask_in_current_client']).describe('What to do next.');
const HandoffAction = z
  .enum(['cancel_then_ask_in_current_client', 'stop'])
  .describe('How to go on without an answer from here.');

export const AskUserResult = z.strictObject({
  correlationId: z.string().describe('The id of the question, for wait_for_answer and cancel_question.'),
  question: z.string(),
  type: QuestionType,
  status: z.enum([...status, 'notified', 'terminal', 'stopped']).optional(),
  answered: z.boolean().optional(),
  value: z.string().optional().describe('The answer: yes or no, the chosen option, or the text.'),
  note: z.string().optional().describe('What the person added to the answer. Follow it.'),
  answerSource: AnswerSource.optional(),
  timedOut: z.boolean().optional(),
  nextAction: NextAction.optional(),
  handoffAction: HandoffAction.optional(),
  hint: z.string().optional(),
  warning: z.string().optional(),
  mode: z.enum(['notify_only', 'terminal_only']).optional(),
  deliveryMode: DeliveryMode.optional(),
  policyTimeoutMs: z.number().min(0).optional(),
  delivery: z.strictObject({ web: z.number(), mobile: z.number(), pending: z.boolean().optional() }).optional(),
  suppressed: z.boolean().optional(),
  noDevices: z.boolean().optional(),
  held: z.enum(['test_traffic', 'unattributed']).optional(),
  env: z.enum(['test']).optional(),
  answerUrl: z.string().optional(),
  expiresInSeconds: z.number().optional(),
  waitEndsAt: z.string().optional().meta({ format: 'date-time' }),
});
export type AskUserResult = z.infer<typeof AskUserResult>;

const correlationId = () => text({ max: 200, oneLine: true }).describe('The correlationId that ask_user returned.');

export const WaitForAnswer = z.strictObject({
  correlationId: correlationId(),
  timeoutMs: timeoutMs('How long to block, in milliseconds.').default(30_000),
});
export type WaitForAnswer = z.output<typeof WaitForAnswer>;

export const WaitForAnswerResult = z.strictObject({
  answered: z.boolean(),
  status: z.enum(status),
  value: z.string().optional(),
  note: z.string().optional(),
  answerSource: AnswerSource.optional(),
  nextAction: NextAction.optional(),
  handoffAction: HandoffAction.optional(),
  hint: z.string().optional(),
});
export type WaitForAnswerResult = z.infer<typeof WaitForAnswerResult>;

export const CancelQuestion = z.strictObject({
  correlationId: correlationId(),
  handoff: z.boolean().optional().describe('true when you will now ask the same thing in your own client.'),
});
export type CancelQuestion = z.output<typeof CancelQuestion>;

export const CancelQuestionResult = z.strictObject({
  cancelled: z.boolean().describe('false: it was already answered, expired, or never existed.'),
  correlationId: z.string(),
  askHandoff: z.boolean().optional(),
  status: z.enum(['unavailable']).optional(),
  handoffAction: z.literal('stop').optional(),
  hint: z.string().optional(),
});
export type CancelQuestionResult = z.infer<typeof CancelQuestionResult>;
