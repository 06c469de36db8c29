import { z } from 'zod';
import { QuestionType } from '@/lib/contract/question';
import { targets, text, webAddress } from '@/lib/contract/text';

export const NotificationType = z.enum(['task_complete', 'error', 'info']);

const list = () => z.array(text({ max: 500, mayBeEmpty: true })).max(50);

const EmbeddedQuestion = z
  .strictObject({
    question: text({ max: 8000 }).describe('One clear question, most important words first.'),
    type: QuestionType.optional().describe('confirm, select or input; confirm when left out.'),
    options: z
      .array(text({ max: 200, oneLine: true }))
      .min(2)
      .max(6)
      .refine(
        (options) => new Set(options.map((option) => option.trim())).size === options.length,
        'options must differ from each other',
      )
      .optional()
      .describe('For type select: 2 to 6 different choices.'),
    placeholder: text({ max: 200, mayBeEmpty: true })
      .optional()
      .describe('For type input: a hint inside the empty field.'),
  })
  .superRefine((ask, context) => {
    if (ask.type === 'select' && !ask.options)
      context.addIssue({ code: 'custom', path: ['options'], message: 'type select needs 2 to 6 options' });
  });

export const NotificationContext = z.strictObject({
  type: NotificationType.optional().describe('error is delivered with high urgency.'),
  summary: text({ max: 2000, mayBeEmpty: true }).optional().describe('What happened, in a few sentences.'),
  details: list().optional().describe('Short points, in order of importance.'),
  filesChanged: list().optional().describe('Paths of the files that changed.'),
  errorMessage: text({ max: 2000, mayBeEmpty: true }).optional().describe('The error in its own words.'),
  errorFile: text({ max: 500, mayBeEmpty: true }).optional().describe('Where the error is.'),
  nextSteps: text({ max: 2000, mayBeEmpty: true }).optional().describe('What you suggest to do now.'),
  askQuestion: EmbeddedQuestion.optional().describe(
    'A question to ask along with it. Poll linkedCorrelationId for the answer.',
  ),
});

export const SendNotification = z.strictObject({
  title: text({ max: 100, oneLine: true }).describe('The outcome first, in at most 100 characters.'),
  body: text({ max: 500 }).describe('What the person should know, in at most 500 characters.'),
  url: webAddress().optional().describe('What a tap opens. Ignored when there is a context.'),
  iconUrl: webAddress().optional().describe('A small picture.'),
  imageUrl: webAddress().optional().describe('A large picture.'),
  agentName: text({ max: 200, mayBeEmpty: true, oneLine: true })
    .optional()
    .describe('Who sends it, as "Agent - project".'),
  sessionId: text({ max: 200, oneLine: true })
    .optional()
    .describe('The id of this agent session, the same on every call.'),
  machineId: text({ max: 200, oneLine: true }).optional().describe('The machine this agent runs on.'),
  env: z
    .literal('test')
    .optional()
    .meta({ type: 'string', enum: ['test'], description: 'test: record it but reach nobody.' }),
  context: NotificationContext.optional().describe('Details for the page that a tap opens.'),
  tags: targets().optional().describe('Only devices with one of these tags.'),
  externalIds: targets().optional().describe('Only devices of these external ids.'),
  subscriberIds: targets().optional().describe('Only these devices.'),
});
export type SendNotification = z.output<typeof SendNotification>;

const channelDelivery = () => z.strictObject({ recipients: z.number(), status: z.string().optional() });

export const SendNotificationResult = z.strictObject({
  sent: z.number().optional().describe('How many push services took it.'),
  delivery: z.strictObject({ web: channelDelivery(), mobile: channelDelivery() }).optional(),
  warning: z.string().optional(),
  hint: z.string().optional(),
  suppressed: z.string().optional(),
  linkedCorrelationId: z.string().optional().describe('The id of the embedded question, for wait_for_answer.'),
  completionId: z.string().optional(),
  status: z.string().optional(),
  env: z.enum(['test']).optional(),
});
export type SendNotificationResult = z.infer<typeof SendNotificationResult>;
