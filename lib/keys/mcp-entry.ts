/** What an agent's configuration needs to reach Nod. */
export interface McpAccess {
  /** The address of Nod's MCP endpoint. */
  url: string;
  apiKey: string;
}

/** The address of the MCP endpoint of a Nod at `server`, an address without a slash at its end. */
export const mcpAddress = (server: string): string => `${server}/api/mcp/mcp`;

const headers = ({ apiKey }: McpAccess) => ({ Authorization: `Bearer ${apiKey}` });

/**
 * The MCP entry of Nod as each agent wants it written. A call of ask_user lasts up to a minute, so the agents that have a limit get one
 * above that. Nod's own tools are approved where the entry can say so: being asked whether one may be asked helps nobody.
 */
export const mcpEntries = {
  claudeCode: (access: McpAccess) => ({ type: 'http', url: access.url, headers: headers(access) }),
  geminiCli: (access: McpAccess) => ({
    url: access.url,
    type: 'http',
    headers: headers(access),
    timeout: 120_000,
    trust: true,
  }),
  cursor: (access: McpAccess) => ({ url: access.url, headers: headers(access) }),
  vscode: (access: McpAccess) => ({ type: 'http', url: access.url, headers: headers(access) }),
  /** Codex reads TOML: the lines of the table. */
  codex: (access: McpAccess): string[] => [
    '[mcp_servers.nod]',
    `url = ${JSON.stringify(access.url)}`,
    `http_headers = { Authorization = ${JSON.stringify(headers(access).Authorization)} }`,
    'tool_timeout_sec = 120',
    'default_tools_approval_mode = "approve"',
  ],
};
