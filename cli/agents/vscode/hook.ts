import { readCall } from '../../hook/read-call';
import type { HookCall, HookShapes } from '../agent';
import { printPermissionDecision } from '../claude-code/hook';

const events: Record<string, HookCall['event']> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before_tool',
  PostToolUse: 'after_tool',
  Stop: 'stop',
  SessionEnd: 'session_end',
};

/** The hooks of the agents in VS Code. */
export const vscodeHook: HookShapes = {
  read(stdin) {
    const { call } = readCall(stdin, events);
    return /^(?:vscode_)?ask_?questions$/i.test(call.toolName ?? '') ? { ...call, toolName: 'AskUserQuestion' } : call;
  },
  print: (call, answer) =>
    call.event === 'before_tool' && answer.kind !== 'none' && answer.kind !== 'tell'
      ? printPermissionDecision(call, answer)
      : '',
  canPrompt: () => true,
};
