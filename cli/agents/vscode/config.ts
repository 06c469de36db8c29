import { join } from 'node:path';
import { type AgentConfig, hookSeconds, type JsonEntry, type Machine } from '@/cli/agents/config';
import { mcpEntries } from '@/lib/keys/mcp-entry';

const events = ['PreToolUse', 'SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'];

function folder({ home, platform, variable }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code');
  if (platform === 'win32') return join(variable('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'Code');
  return join(variable('XDG_CONFIG_HOME') ?? join(home, '.config'), 'Code');
}

/**
 * VS Code: MCP servers in mcp.json of the user's profile; hooks in a folder of the home folder where each file is read, so that Nod has one
 * of its own.
 */
export const vscode: AgentConfig = {
  id: 'vscode',
  name: 'VS Code',
  programs: ['code'],
  folder,
  files: (machine) => [
    {
      format: 'json',
      path: join(folder(machine), 'User', 'mcp.json'),
      entries: (access) => [{ kind: 'mcp', path: ['servers', 'nod'], value: mcpEntries.vscode(access) }],
    },
    {
      format: 'json',
      path: join(machine.home, '.copilot', 'hooks', 'nod.json'),
      entries: ({ hookCommand }) => events.map((event) => hook(event, hookCommand)),
    },
  ],
  nextSteps: [
    'In VS Code, run “MCP: List Servers”, start nod and trust it; run “Developer: Reload Window”.',
    'Hooks must be allowed there: the setting chat.useHooks is on unless somebody turned it off.',
  ],
};

const hook = (event: string, command: string): JsonEntry => ({
  kind: 'hook',
  path: ['hooks', event],
  value: { type: 'command', command, timeout: event === 'PreToolUse' ? hookSeconds.gate : hookSeconds.telemetry },
});
