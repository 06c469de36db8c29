import { join } from 'node:path';
import { type AgentConfig, hookSeconds, type JsonEntry, type Machine } from '@/cli/agents/config';
import { mcpEntries } from '@/lib/keys/mcp-entry';

const toolEvents = ['BeforeTool', 'AfterTool'];
const events = ['BeforeTool', 'SessionStart', 'BeforeAgent', 'AfterTool', 'Notification', 'AfterAgent', 'SessionEnd'];

const folder = ({ home, variable }: Machine): string => join(variable('GEMINI_CLI_HOME') ?? home, '.gemini');

/** Gemini CLI: MCP servers and hooks are both in settings.json, and its timeouts are in milliseconds. */
export const geminiCli: AgentConfig = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  programs: ['gemini'],
  folder,
  files: (machine) => [
    {
      format: 'json',
      path: join(folder(machine), 'settings.json'),
      entries: (access) => [
        { kind: 'mcp', path: ['mcpServers', 'nod'], value: mcpEntries.geminiCli(access) },
        ...events.map((event) => hook(event, access.hookCommand)),
      ],
    },
  ],
  nextSteps: ['Restart sessions of Gemini CLI that are running.'],
};

function hook(event: string, command: string): JsonEntry {
  const seconds = event === 'BeforeTool' ? hookSeconds.gate : hookSeconds.telemetry;
  return {
    kind: 'hook',
    path: ['hooks', event],
    value: {
      ...(toolEvents.includes(event) ? { matcher: '*' } : {}),
      hooks: [{ name: 'nod', type: 'command', command, timeout: seconds * 1000 }],
    },
  };
}
