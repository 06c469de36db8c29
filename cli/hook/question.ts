import { basename } from 'node:path';
import type { GateVerdict } from '@/lib/contract/policy';
import type { ToolCall } from '@/lib/policies/decision';
import { toolCallOf } from '@/lib/policies/tool-call';
import { agentTypeName } from '@/lib/sessions/agent-type';
import { bodyOf } from './action-body';
import type { HookContext } from './context';
import { oneLine, plainCommand, plainLine, plainText, shorten } from './plain-text';

/** Tool call ids of this length are not given twice; short ones count from 0 in every session, and would bring back old answers. */
const shortestUniqueId = 16;

/** What every question of a hook says of who asks. */
export function askerOf({ agentId, call, cwd, repository, machineId }: HookContext): Record<string, unknown> {
  const project = basename(repository.root ?? cwd) || repository.repoKey;
  const { toolUseId = '' } = call;
  return {
    agentName: shorten(plainLine(`${agentTypeName(agentId) ?? agentId} - ${project}`), 200),
    sessionId: call.sessionId,
    machineId,
    repoKey: shorten(plainLine(repository.repoKey), 200),
    ...(toolUseId.length >= shortestUniqueId ? { toolUseId } : {}),
    // It follows handoffAction, and its agent can prompt itself.
    sessionToolAware: true,
    localSurfaceAvailable: true,
  };
}

/** The question whether a tool may run: short, with the whole call behind it (spec 4.2). */
export function permissionQuestion(context: HookContext, verdict: GateVerdict): Record<string, unknown> {
  const { toolName = '', toolInputs } = context.call;
  const call = toolCallOf({ toolName, toolInputs });
  // A command as it is here: the gate's own words for it may hide what looks like a secret and is more.
  const target =
    call.kind === 'shell'
      ? plainCommand(targetOf(call))
      : plainText(verdict.questionContext?.toolTarget || targetOf(call));
  const body = bodyOf(context, call);
  return {
    ...askerOf(context),
    question: questionOf(call, context.cwd, verdict.scopePath),
    toolName: shorten(plainLine(verdict.questionContext?.toolName || call.tool), 100),
    // Cut without a mark: an allow is offered for what is there whole only, and its length says whether it is.
    toolTarget: [...target].slice(0, 200).join(''),
    ...(body ? { actionBody: body } : {}),
    ...(verdict.scopePath
      ? {
          scopePath: verdict.scopePath,
          ...(verdict.scopeReason
            ? {
                context: shorten(
                  plainText(`${agentTypeName(context.agentId) ?? 'The agent'} ${verdict.scopeReason}.`),
                  2000,
                ),
              }
            : {}),
        }
      : {}),
  };
}

const targetOf = ({ inputs }: ToolCall): string =>
  inputs
    .map(({ command, paths, text }) => command ?? paths?.map(({ written }) => written).join(', ') ?? text ?? '')
    .filter((part) => part !== '')
    .join('; ');

const longestCommand = 200;

const questionOf = (call: ToolCall, cwd: string, scopePath: string | undefined): string => {
  const words = wordsOf(call, cwd, scopePath);
  return shorten(call.kind === 'shell' ? words : plainLine(words), 500);
};

function wordsOf(call: ToolCall, cwd: string, scopePath: string | undefined): string {
  const [first] = call.inputs;
  const paths = call.inputs.flatMap((input) => input.paths?.map(({ written }) => within(written, cwd)) ?? []);
  const files = paths.length > 2 ? `${paths[0]} and ${paths.length - 1} more files` : paths.join(' and ');
  const where = scopePath ? ', outside of the agreed scope' : '';
  switch (call.kind) {
    case 'shell':
      return first?.command
        ? `Run ${shorten(oneLine(plainCommand(first.command)), longestCommand)}?`
        : 'Run a command?';
    case 'edit':
      return `${call.tool === 'Write' ? 'Write' : 'Edit'} ${files || 'a file'}${where}?`;
    case 'read':
      return `Read ${files || 'a file'}?`;
    case 'mcp': {
      const [, server = '', tool = ''] = /^mcp__(.+?)__(.+)$/.exec(call.tool) ?? [];
      return server === 'unknown' ? `Use ${tool}?` : `Use ${tool} of ${server}?`;
    }
    case 'other':
      return `Use ${call.tool}${first?.text ? `: ${shorten(plainLine(first.text), longestCommand)}` : ''}?`;
  }
}

const within = (path: string, cwd: string): string =>
  path.startsWith(`${cwd}/`) || path.startsWith(`${cwd}\\`) ? path.slice(cwd.length + 1) : path;
