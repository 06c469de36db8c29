import type { GatePolicy, GateVerdict } from '@/lib/contract/policy';
import { toolCallOf } from '@/lib/policies/tool-call';
import type { HookAnswer } from '../agents/agent';
import { TooLongError } from './action-body';
import { askPerson } from './ask-person';
import type { HookContext } from './context';
import { type OwnQuestion, ownQuestions } from './own-question';
import type { PersonAnswer } from './person-answer';
import { shorten } from './plain-text';
import { askerOf, permissionQuestion } from './question';

/** What the agents' own ways of asking their person are called here (lib/policies/tool-names.ts). */
const questionTool = 'AskUserQuestion';

/** Puts a call to the person, as the gate wants it, and gives what the agent is told. */
export async function answerCall(context: HookContext, verdict: GateVerdict, policy: GatePolicy): Promise<HookAnswer> {
  const { toolName = '', toolInputs } = context.call;
  if (toolCallOf({ toolName, toolInputs }).tool !== questionTool) return askPermission(context, verdict, policy);
  const questions = ownQuestions(toolInputs[0]);
  return questions ? ownAnswers(context, questions, policy) : { kind: 'none' };
}

async function askPermission(context: HookContext, verdict: GateVerdict, policy: GatePolicy): Promise<HookAnswer> {
  let question: Record<string, unknown>;
  try {
    question = permissionQuestion(context, verdict);
  } catch (error) {
    if (error instanceof TooLongError) return { kind: 'prompt', reason: error.message };
    throw error;
  }
  return permission(await askPerson(context, question, policy), policy);
}

/** Only a plain yes lets a tool run. */
function permission(answer: PersonAnswer, { timeoutAction }: GatePolicy): HookAnswer {
  switch (answer.kind) {
    case 'answered':
      return permissionOf(answer.value, answer.note);
    case 'at_keyboard':
      return { kind: 'prompt', reason: answer.reason, ...(answer.unasked ? { unasked: true } : {}) };
    case 'unanswered':
      if (timeoutAction === 'deny') return { kind: 'deny', reason: `${answer.reason} The person's rule says no then.` };
      return { kind: 'prompt', reason: answer.reason };
    case 'refused':
      return { kind: 'deny', reason: answer.reason };
  }
}

function permissionOf(value: string, note: string | undefined): HookAnswer {
  if (value === 'yes') return { kind: 'allow', reason: note ? `The person said yes: ${note}` : 'The person said yes.' };
  if (value === 'no') return { kind: 'deny', reason: note ? `The person said no: ${note}` : 'The person said no.' };
  if (value === 'defer') return { kind: 'prompt', reason: 'The person wants to be asked here.' };
  return { kind: 'deny', reason: 'The answer was neither yes nor no. Nothing was approved.' };
}

/** One after the other; what is not answered in Nod, the agent asks itself, with all the rest. Its tool is told no, because it has its answers. */
async function ownAnswers(context: HookContext, questions: OwnQuestion[], policy: GatePolicy): Promise<HookAnswer> {
  const answers: string[] = [];
  for (const [index, { about, ask }] of questions.entries()) {
    const asker = askerOf(context);
    // The id of the tool call names one question only.
    const { toolUseId } = asker;
    const own = {
      ...asker,
      ...ask,
      ...(toolUseId && index > 0 ? { toolUseId: `${toolUseId}#${index + 1}`.slice(-200) } : {}),
    };
    const answer = await askPerson(context, own, policy);
    if (answer.kind === 'refused') return { kind: 'deny', reason: answer.reason };
    if (answer.kind !== 'answered' || answer.value === 'defer') return { kind: 'none' };
    const note = answer.note ? ` (${answer.note})` : '';
    answers.push(`${shorten(about, 300)} → ${answer.value}${note}`);
  }
  return {
    kind: 'deny',
    reason: `The person has answered already, in Nod. Go on with this and do not ask again:\n${answers.join('\n')}`,
  };
}
