import { isFields, readCall } from '../../hook/read-call';
import type { HookCall, HookShapes } from '../agent';

const events: Record<string, HookCall['event']> = {
  SessionStart: 'session_start',
  BeforeAgent: 'prompt',
  BeforeTool: 'before_tool',
  AfterTool: 'after_tool',
  Notification: 'notification',
  AfterAgent: 'stop',
  SessionEnd: 'session_end',
};

const decisions = { allow: 'allow', deny: 'deny', prompt: 'ask' } as const;

/** The hooks of Gemini CLI. Its own prompt still comes after an allow: only a deny and an ask change what it does. */
export const geminiCliHook: HookShapes = {
  read(stdin) {
    const { call } = readCall(stdin, events);
    return isOwnQuestion(call) ? { ...call, toolName: 'AskUserQuestion' } : call;
  },
  print(call, answer) {
    if (call.event !== 'before_tool' || answer.kind === 'none' || answer.kind === 'tell') return '';
    return JSON.stringify({
      decision: decisions[answer.kind],
      ...(answer.reason ? { reason: answer.reason } : {}),
    });
  },
  canPrompt: () => true,
};

/** Gemini's own way to ask has the name of Nod's tool, and a list of questions where Nod's has one. */
const isOwnQuestion = ({ toolName, toolInputs: [input] }: HookCall): boolean =>
  toolName === 'ask_user' && isFields(input) && Array.isArray(input.questions) && input.question === undefined;
