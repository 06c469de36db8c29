import { textIn } from '@/lib/policies/tool-input';
import { isFields, readCall } from '../../hook/read-call';
import type { HookCall, HookShapes } from '../agent';
import { printContext, printPermissionAnswer } from '../claude-code/hook';

const events: Record<string, HookCall['event']> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before_tool',
  PermissionRequest: 'permission',
  PostToolUse: 'after_tool',
  Notification: 'notification',
  Stop: 'stop',
  SessionEnd: 'session_end',
};

/** In these, Codex runs what it wants to without a word. */
const neverAsks = ['bypassPermissions', 'dontAsk'];

/**
 * The hooks of Codex. Before a tool it understands a deny and nothing else: what was allowed is remembered for the PermissionRequest that
 * may follow (cli/hook/remember.ts).
 */
export const codexHook: HookShapes = {
  read(stdin) {
    const { call } = readCall(stdin, events);
    // A PermissionRequest has the model's reasons beside the command that its PreToolUse has alone.
    const command = isFields(call.toolInputs[0]) ? textIn(call.toolInputs[0], 'command') : undefined;
    return command === undefined ? call : { ...call, sameAs: `${call.toolName} ${command}` };
  },
  print(call, answer) {
    if (answer.kind === 'tell') return printContext(call, answer.text);
    if (call.event === 'permission') return printPermissionAnswer(call, answer);
    if (call.event !== 'before_tool') return '';
    if (answer.kind === 'deny') return deny(call, answer.reason);
    // Nothing that is said here makes Codex ask, and what its own rules let run would now run although nobody said yes.
    if (answer.kind === 'prompt' && (!answer.unasked || !asks(call)))
      return deny(
        call,
        `${answer.reason ?? 'Nobody allowed this.'} Ask the person here in the chat before you try again.`,
      );
    return '';
  },
  canPrompt: asks,
};

function asks({ permissionMode = '' }: HookCall): boolean {
  return !neverAsks.includes(permissionMode);
}

const deny = (call: HookCall, reason: string): string =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: call.eventName,
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  });
