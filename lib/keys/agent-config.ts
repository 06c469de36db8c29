import { mcpAddress, mcpEntries } from './mcp-entry';

export interface AgentConfig {
  /** Short name for a tab. */
  agent: string;
  /** Where the text goes: a terminal, or a file. */
  place: string;
  text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** What to paste into each coding agent so that it can ask here: one entry per agent, with this address and key written out. */
export function agentConfigs(url: string, apiKey: string): AgentConfig[] {
  const access = { url: mcpAddress(url), apiKey };
  return [
    {
      agent: 'Claude Code',
      place: 'Run in a terminal',
      text: `claude mcp add --transport http --scope user nod ${access.url} --header "Authorization: Bearer ${apiKey}"`,
    },
    { agent: 'Codex', place: 'Add to ~/.codex/config.toml', text: mcpEntries.codex(access).join('\n') },
    {
      agent: 'Gemini CLI',
      place: 'Add to ~/.gemini/settings.json',
      text: json({ mcpServers: { nod: mcpEntries.geminiCli(access) } }),
    },
    {
      agent: 'Cursor',
      place: 'Add to ~/.cursor/mcp.json',
      text: json({ mcpServers: { nod: mcpEntries.cursor(access) } }),
    },
    {
      agent: 'VS Code',
      place: 'Run “MCP: Open User Configuration” and add',
      text: json({ servers: { nod: mcpEntries.vscode(access) } }),
    },
  ];
}
