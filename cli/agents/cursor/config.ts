import { join } from 'node:path';
import { type AgentConfig, hookSeconds, type JsonEntry, type Machine } from '@/cli/agents/config';
import { mcpEntries } from '@/lib/keys/mcp-entry';

/**
 * Shell and MCP calls have events of their own, before which Cursor honours all three answers. preToolUse is installed only for tools that
 * change files, or each command would be asked about twice.
 */
const gateEvents = ['beforeShellExecution', 'beforeMCPExecution', 'preToolUse'];
const telemetryEvents = ['sessionStart', 'beforeSubmitPrompt', 'postToolUse', 'stop', 'sessionEnd'];
const editTools = 'Write|Edit|MultiEdit|StrReplace|Delete|EditNotebook';

const folder = ({ home }: Machine): string => join(home, '.cursor');

/** Cursor: MCP servers in mcp.json, hooks in hooks.json, both in the folder of the user. */
export const cursor: AgentConfig = {
  id: 'cursor',
  name: 'Cursor',
  programs: ['cursor', 'cursor-agent'],
  folder,
  files: (machine) => [
    {
      format: 'json',
      path: join(folder(machine), 'mcp.json'),
      entries: (access) => [{ kind: 'mcp', path: ['mcpServers', 'nod'], value: mcpEntries.cursor(access) }],
    },
    {
      format: 'json',
      path: join(folder(machine), 'hooks.json'),
      entries: ({ hookCommand }) => [
        { kind: 'required', path: ['version'], value: 1 },
        ...[...gateEvents, ...telemetryEvents].map((event) => hook(event, hookCommand)),
      ],
    },
  ],
  nextSteps: ['Restart Cursor, and see its settings, Hooks: those of Nod must be listed.'],
};

const hook = (event: string, command: string): JsonEntry => ({
  kind: 'hook',
  path: ['hooks', event],
  value: {
    command,
    timeout: gateEvents.includes(event) ? hookSeconds.gate : hookSeconds.telemetry,
    ...(event === 'preToolUse' ? { matcher: editTools } : {}),
  },
});
