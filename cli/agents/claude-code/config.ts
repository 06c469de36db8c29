import { join } from 'node:path';
import { type AgentConfig, hookSeconds, type JsonEntry, type Machine } from '@/cli/agents/config';
import { mcpEntries } from '@/lib/keys/mcp-entry';
import { ownTools } from '@/lib/policies/tool-names';

const gateEvents = ['PreToolUse', 'PermissionRequest'];
const telemetryEvents = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Notification', 'Stop', 'SessionEnd'];
/** Events of tools, for which the group says which tools it is for. */
const toolEvents = [...gateEvents, 'PostToolUse'];

const allowed = ['permissions', 'allow'];

const folder = ({ home, variable }: Machine): string => variable('CLAUDE_CONFIG_DIR') ?? join(home, '.claude');

/** Claude Code: hooks in settings.json, MCP servers in .claude.json (beside the folder, or in the one that CLAUDE_CONFIG_DIR names). */
export const claudeCode: AgentConfig = {
  id: 'claude-code',
  name: 'Claude Code',
  programs: ['claude'],
  folder,
  files: (machine) => [
    {
      format: 'json',
      path: join(machine.variable('CLAUDE_CONFIG_DIR') ?? machine.home, '.claude.json'),
      entries: (access) => [{ kind: 'mcp', path: ['mcpServers', 'nod'], value: mcpEntries.claudeCode(access) }],
    },
    {
      format: 'json',
      path: join(folder(machine), 'settings.json'),
      entries: ({ hookCommand }) => [
        // Its MCP entries cannot say that their tools are approved. Each by its name: another server called nod has others.
        ...ownTools.map((tool): JsonEntry => ({ kind: 'listed', path: allowed, value: `mcp__nod__${tool}` })),
        { kind: 'formerly listed', path: allowed, value: 'mcp__nod' },
        ...[...gateEvents, ...telemetryEvents].map((event) => hook(event, hookCommand)),
      ],
    },
  ],
  nextSteps: ['Restart sessions of Claude Code that are running: they read hooks and MCP servers when they start.'],
};

function hook(event: string, command: string): JsonEntry {
  const timeout = gateEvents.includes(event) ? hookSeconds.gate : hookSeconds.telemetry;
  return {
    kind: 'hook',
    path: ['hooks', event],
    value: {
      ...(toolEvents.includes(event) ? { matcher: '*' } : {}),
      hooks: [{ type: 'command', command, timeout }],
    },
  };
}
