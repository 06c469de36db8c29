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
  const mcp = `${url}/api/mcp/mcp`;
  const authorization = `Bearer ${apiKey}`;
  return [
    {
      agent: 'Claude Code',
      place: 'Run in a terminal',
      text: `claude mcp add --transport http --scope user nod ${mcp} --header "Authorization: ${authorization}"`,
    },
    {
      agent: 'Codex',
      place: 'Add to ~/.codex/config.toml',
      text: `[mcp_servers.nod]\nurl = "${mcp}"\nhttp_headers = { Authorization = "${authorization}" }\ntool_timeout_sec = 120\ndefault_tools_approval_mode = "approve"`,
    },
    {
      agent: 'Gemini CLI',
      place: 'Add to ~/.gemini/settings.json',
      text: json({
        mcpServers: { nod: { url: mcp, type: 'http', headers: { Authorization: authorization }, timeout: 120000 } },
      }),
    },
    {
      agent: 'Cursor',
      place: 'Add to ~/.cursor/mcp.json',
      text: json({ mcpServers: { nod: { url: mcp, headers: { Authorization: authorization } } } }),
    },
    {
      agent: 'VS Code',
      place: 'Add to .vscode/mcp.json',
      text: json({ servers: { nod: { type: 'http', url: mcp, headers: { Authorization: authorization } } } }),
    },
  ];
}
