import { readCall } from '../../hook/read-call';
import type { HookAnswer, HookCall, HookShapes } from '../agent';

const events: Record<string, HookCall['event']> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before_tool',
  PermissionRequest: 'permission',
  PostToolUse: 'after_tool',
  PostToolUseFailure: 'after_tool',
  Notification: 'notification',
  Stop: 'stop',
  SessionEnd: 'session_end',
};

const decisions = { allow: 'allow', deny: 'deny', prompt: 'ask' } as const;

/** The hooks of Claude Code. */
export const claudeCodeHook: HookShapes = {
  read: (stdin) => readCall(stdin, events).call,
  print(call, answer) {
    if (answer.kind === 'none') return '';
    if (answer.kind === 'tell') return printContext(call, answer.text);
    if (call.event === 'before_tool') return printPermissionDecision(call, answer);
    if (call.event === 'permission') return printPermissionAnswer(call, answer);
    return '';
  },
  canPrompt: () => true,
};

/** The answer to a PreToolUse; VS Code understands the same. */
export function printPermissionDecision(
  call: HookCall,
  answer: Exclude<HookAnswer, { kind: 'none' | 'tell' }>,
): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: call.eventName,
      permissionDecision: decisions[answer.kind],
      ...(answer.reason ? { permissionDecisionReason: answer.reason } : {}),
    },
  });
}

/** The answer to a PermissionRequest; Codex understands the same. The prompt is already on its way: to leave it there, nothing is said. */
export function printPermissionAnswer(call: HookCall, answer: HookAnswer): string {
  if (answer.kind !== 'allow' && answer.kind !== 'deny') return '';
  const decision = answer.kind === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: answer.reason };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: call.eventName, decision } });
}

/** What the model is told at the start of a session; Codex understands the same. */
export const printContext = ({ eventName }: HookCall, text: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext: text } });
