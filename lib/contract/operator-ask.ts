import { z } from 'zod';
import { queryWaitSeconds } from '@/lib/contract/paging';
import { AskUser, AskUserResult } from '@/lib/contract/question';
import { text } from '@/lib/contract/text';

const { question, type, placeholder, context, agentName, callbackUrl } = AskUser.shape;

/** What POST /ask takes: the everyday part of ask_user, with a wait in seconds. */
export const OperatorAsk = z
  .strictObject({
    question,
    type,
    options: z
      .array(z.string())
      .max(100)
      .optional()
      .describe('For type select: 2 to 6 different choices. The answer is the chosen text. Other types ignore them.'),
    placeholder,
    context,
    agentName,
    callbackUrl,
    wait: z
      .boolean('must be true or false')
      .default(false)
      .describe('true: block until the answer or the end of timeoutSeconds.'),
    timeoutSeconds: z
      .number('must be a number of seconds')
      .transform((seconds) => Math.min(Math.max(1, seconds), 55))
      .optional()
      .meta({
        minimum: 1,
        maximum: 55,
        description: 'With wait: how long to block, cut to 1 to 55. The person’s own setting when left out.',
      }),
  })
  .superRefine((ask, refinement) => {
    if (ask.type !== 'select') return;
    const checked = AskUser.shape.options.safeParse(ask.options ?? []);
    for (const issue of checked.error?.issues ?? [])
      refinement.addIssue({ code: 'custom', path: ['options', ...issue.path], message: issue.message });
  });
export type OperatorAsk = z.output<typeof OperatorAsk>;

export const OperatorAskPath = z.strictObject({ correlationId: text({ max: 200, oneLine: true }) });

export const OperatorAskQuery = z.strictObject({
  wait: queryWaitSeconds().describe('How long to wait for the answer, in seconds; 55 at most.'),
});

const { note, answerSource, timedOut, warning, noDevices, suppressed, mode, answerUrl, expiresInSeconds } =
  AskUserResult.shape;

export const OperatorAsked = z.strictObject({
  correlationId: z.string().describe('The id of the question, for GET /ask/{correlationId}.'),
  answered: z.boolean().describe('Only true together with a value; nothing else is an answer.'),
  value: z.string().optional().describe('The answer: yes or no, the chosen option, or the text.'),
  status: z.enum(['answered', 'pending', 'cancelled', 'expired', 'notified', 'terminal', 'stopped']),
  type,
  question: z.string().describe('As the person reads it: secrets are removed.'),
  note,
  answerSource,
  timedOut: timedOut.describe('true: the wait ended before an answer came; the question stays open.'),
  hint: z.string().optional(),
  warning,
  noDevices: noDevices.describe('true: nobody was alerted; the question waits in Nod.'),
  suppressed: suppressed.describe('true: the person is not disturbed now; the question waits in Nod.'),
  mode: mode.describe('The person wants to be asked elsewhere, so nobody can answer this here.'),
  answerUrl: answerUrl.describe('The page of the question, for signed-in people.'),
  expiresInSeconds,
});
export type OperatorAsked = z.output<typeof OperatorAsked>;
