import { join } from 'node:path';
import { type AgentConfig, hookSeconds, type JsonEntry, type Machine } from '@/cli/agents/config';
import { mcpEntries } from '@/lib/keys/mcp-entry';

const toolEvents = ['PreToolUse', 'PermissionRequest', 'PostToolUse'];
const secondsOf: Record<string, number> = {
  PreToolUse: hookSeconds.gate,
  PermissionRequest: hookSeconds.gate,
  SessionStart: hookSeconds.telemetry,
  UserPromptSubmit: hookSeconds.telemetry,
  PostToolUse: hookSeconds.telemetry,
  Stop: hookSeconds.telemetry,
  // Codex allows no more when a session ends.
  SessionEnd: 3,
};

const folder = ({ home, variable }: Machine): string => variable('CODEX_HOME') ?? join(home, '.codex');

/** Codex: MCP servers in config.toml, hooks in hooks.json. It runs hooks only when the person has trusted each of them. */
export const codex: AgentConfig = {
  id: 'codex',
  name: 'Codex',
  programs: ['codex'],
  folder,
  files: (machine) => [
    {
      format: 'toml',
      path: join(folder(machine), 'config.toml'),
      table: ['mcp_servers', 'nod'],
      lines: mcpEntries.codex,
    },
    {
      format: 'json',
      path: join(folder(machine), 'hooks.json'),
      entries: ({ hookCommand }) => Object.keys(secondsOf).map((event) => hook(event, hookCommand)),
    },
  ],
  nextSteps: [
    'Trust the hooks: start codex, type /hooks, and approve those of Nod. Until then Codex skips them without a word.',
    'Restart sessions of Codex that are running.',
  ],
};

const hook = (event: string, command: string): JsonEntry => ({
  kind: 'hook',
  path: ['hooks', event],
  value: {
    ...(toolEvents.includes(event) ? { matcher: '*' } : {}),
    hooks: [{ type: 'command', command, timeout: secondsOf[event] }],
  },
});
