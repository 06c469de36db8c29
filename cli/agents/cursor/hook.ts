import { textIn } from '@/lib/policies/tool-input';
import { type Fields, fieldsIn, isFields, readCall } from '../../hook/read-call';
import { sortedJson } from '../../hook/sorted-json';
import type { HookAnswer, HookCall, HookShapes } from '../agent';

const events: Record<string, HookCall['event']> = {
  sessionStart: 'session_start',
  beforeSubmitPrompt: 'prompt',
  preToolUse: 'before_tool',
  beforeShellExecution: 'before_tool',
  beforeMCPExecution: 'before_tool',
  beforeReadFile: 'before_tool',
  postToolUse: 'after_tool',
  postToolUseFailure: 'after_tool',
  afterShellExecution: 'after_tool',
  afterMCPExecution: 'after_tool',
  afterFileEdit: 'after_tool',
  stop: 'stop',
  sessionEnd: 'session_end',
};

const permissions = { allow: 'allow', deny: 'deny', prompt: 'ask' } as const;

/** The hooks of Cursor. */
export const cursorHook: HookShapes = {
  read(stdin) {
    const { call, fields } = readCall(stdin, events);
    const [root] = Array.isArray(fields.workspace_roots) ? fields.workspace_roots : [];
    const cwd = call.cwd ?? (typeof root === 'string' && root !== '' ? root : undefined);
    return withSameAs({ ...call, cwd, ...toolOf(call, fields) });
  },
  print(call, answer) {
    // With `failClosed`, an empty output counts as a hook that failed.
    if (call.event !== 'before_tool' || answer.kind === 'none' || answer.kind === 'tell') return '{}';
    return printPermission(canAsk(call) ? answer : withoutPrompt(answer));
  },
  canPrompt: canAsk,
};

/** What an event is about that stands for one tool, or gives its input as a text. */
/** Where every Nod has its MCP server (lib/keys/mcp-entry.ts). */
const mcpPath = '/api/mcp/mcp';

function toolOf(call: HookCall, fields: Fields): Partial<HookCall> {
  switch (call.eventName) {
    case 'beforeShellExecution':
    case 'afterShellExecution':
      return { toolName: 'Shell', toolInputs: [{ command: textIn(fields, 'command') ?? '' }] };
    case 'beforeReadFile':
      return { toolName: 'Read', toolInputs: [{ file_path: textIn(fields, 'file_path') ?? '' }] };
    case 'afterFileEdit':
      return { toolName: 'Write', toolInputs: [{ file_path: textIn(fields, 'file_path') ?? '' }] };
    case 'beforeMCPExecution':
    case 'afterMCPExecution': {
      const name = call.toolName ?? '';
      const bare = name.replace(/^MCP:/, '');
      // Cursor names the tool and the address of its server, not the server's name: Nod's own tools are known by both.
      const server = textIn(fields, 'url')?.endsWith(mcpPath) ? 'nod:' : '';
      return { toolName: `MCP:${server}${bare}`, toolInputs: call.toolInputs.map(opened) };
    }
    default:
      return { toolInputs: call.toolInputs.map(opened) };
  }
}

const opened = (input: unknown): unknown => (typeof input === 'string' ? (fieldsIn(input) ?? input) : input);

/** preToolUse tells of a command or an MCP tool too, in its own words, before the event that is made for it. */
function withSameAs(call: HookCall): HookCall {
  const [input] = call.toolInputs;
  if (call.toolName === 'Shell' && isFields(input))
    return { ...call, sameAs: `Shell ${textIn(input, 'command') ?? ''}` };
  if (!call.toolName?.startsWith('MCP:')) return call;
  return { ...call, sameAs: `MCP ${call.toolName.split(':').at(-1)} ${sortedJson(input)}` };
}

/** Cursor asks about commands and MCP tools; of what it reads and writes it does not, whatever a hook says. */
function canAsk({ toolName = '' }: HookCall): boolean {
  return toolName === 'Shell' || toolName.startsWith('MCP:');
}

function withoutPrompt(answer: HookAnswer): HookAnswer {
  if (answer.kind !== 'prompt') return answer;
  return {
    kind: 'deny',
    reason: `${answer.reason ?? 'Nobody allowed this.'} Cursor cannot ask about it: ask in the chat.`,
  };
}

function printPermission(answer: HookAnswer): string {
  if (answer.kind === 'none' || answer.kind === 'tell') return '{}';
  const { kind, reason } = answer;
  return JSON.stringify({
    permission: permissions[kind],
    ...(reason && kind !== 'allow' ? { user_message: reason, agent_message: reason } : {}),
  });
}
