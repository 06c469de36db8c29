/** Files as people really have them: each is to be byte for byte the same after setup and uninstall. */
export interface RealFile {
  name: string;
  agent: string;
  /** Relative to the home folder. */
  path: string;
  text: string;
}

const claude = (name: string, text: string): RealFile => ({
  name: `Claude Code settings: ${name}`,
  agent: 'claude-code',
  path: '.claude/settings.json',
  text,
});
const claudeServers = (name: string, text: string): RealFile => ({
  name: `Claude Code servers: ${name}`,
  agent: 'claude-code',
  path: '.claude.json',
  text,
});
const codex = (name: string, text: string): RealFile => ({
  name: `Codex config: ${name}`,
  agent: 'codex',
  path: '.codex/config.toml',
  text,
});
const codexHooks = (name: string, text: string): RealFile => ({
  name: `Codex hooks: ${name}`,
  agent: 'codex',
  path: '.codex/hooks.json',
  text,
});
const gemini = (name: string, text: string): RealFile => ({
  name: `Gemini settings: ${name}`,
  agent: 'gemini-cli',
  path: '.gemini/settings.json',
  text,
});
const cursor = (name: string, path: string, text: string): RealFile => ({
  name: `Cursor: ${name}`,
  agent: 'cursor',
  path: `.cursor/${path}`,
  text,
});
const vscode = (name: string, text: string): RealFile => ({
  name: `VS Code: ${name}`,
  agent: 'vscode',
  path: '.config/Code/User/mcp.json',
  text,
});

const foreignHooks = {
  hooks: {
    PreToolUse: [
      { matcher: '*', hooks: [{ type: 'command', command: '/usr/local/bin/nodemon hook claude-code', timeout: 5 }] },
      { matcher: 'Bash', hooks: [{ type: 'command', command: 'node ~/bin/nod.cjs.old hook' }] },
    ],
    Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }],
  },
};

export const realFiles: RealFile[] = [
  claude('empty file', ''),
  claude('one line end', '\n'),
  claude('blanks and a byte order mark', '\uFEFF  \r\n'),
  claude('empty object', '{}'),
  claude('empty object with a blank', '{ }\n'),
  claude('empty object over two lines', '{\n}\n'),
  claude('only a comment', '{\n  // nothing yet\n}\n'),
  claude('a comment on one line', '{ /* nothing yet */ }'),
  claude('foreign hooks on the same events and matchers', `${JSON.stringify(foreignHooks, undefined, 2)}\n`),
  claude('the same in one line', JSON.stringify(foreignHooks)),
  claude('the same with tabs', JSON.stringify(foreignHooks, undefined, '\t')),
  claude('the same with CRLF', JSON.stringify(foreignHooks, undefined, 4).replaceAll('\n', '\r\n')),
  claude('byte order mark', `\uFEFF${JSON.stringify({ model: 'opus' }, undefined, 2)}`),
  claude('empty hooks', '{\n  "model": "opus",\n  "hooks": {}\n}\n'),
  claude('empty lists of hooks', '{"hooks": {"PreToolUse": [], "Stop": [ ]}, "permissions": {"allow": [\n]}}'),
  claude('mcp__nod allowed already', '{\n  "permissions": {\n    "allow": ["Bash(ls:*)", "mcp__nod"]\n  }\n}\n'),
  claude(
    'one of its tools allowed already',
    '{\n  "permissions": {\n    "allow": [\n      "mcp__nod__ask_user",\n      "Bash(ls:*)"\n    ]\n  }\n}\n',
  ),
  claude('unknown keys and odd numbers', '{"future": {"x": [1e3, -0, 12345678901234567890, null]}, "ü": "\\u00e9"}'),
  claude('no indentation at all', '{\n"model": "opus",\n"permissions": {\n"deny": ["Read(.env)"]\n}\n}'),
  claude(
    'comments everywhere',
    '{\n  // mine\n  "hooks": { // all of them\n    "Stop": [\n      { "hooks": [] } // last\n      // end\n    ] /* of Stop */\n  } // and of hooks\n}\n',
  ),
  claude(
    'trailing commas',
    '{\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)",\n    ],\n  },\n  "hooks": {\n    "Stop": [{"hooks": [],},],\n  },\n}\n',
  ),
  claudeServers(
    'as Claude Code writes it',
    JSON.stringify(
      {
        firstStartTime: '2026-11-30',
        seenNotifications: {},
        projects: { '/home/user/shop': { allowedTools: [], history: [{ display: 'do it' }] } },
        userID: 'abc',
      },
      undefined,
      2,
    ),
  ),
  claudeServers(
    'other servers',
    JSON.stringify(
      {
        mcpServers: {
          node: { command: 'node', args: ['nod'] },
          'nod-old': { type: 'http', url: 'https://other.example/api/mcp/mcp' },
        },
      },
      undefined,
      2,
    ),
  ),
  claudeServers('no servers', '{"mcpServers": {}}\n'),
  codex('empty file', ''),
  codex('one entry without a line end', 'model = "gpt-5"'),
  codex(
    'comments and inline tables',
    '# mine\nmodel = "gpt-5" # the best\n\n[mcp_servers.docs]\ncommand = "npx"\nenv = { A = "1", B = "x # y" }\n\n# the end\n',
  ),
  codex(
    'dotted keys',
    'mcp_servers.first.url = "https://one.example/mcp"\nmcp_servers."nod.old".url = "https://two.example/api/mcp/mcp"\n',
  ),
  codex('arrays of tables at the end', 'model = "gpt-5"\n\n[[profiles]]\nname = "a"\n\n[[profiles]]\nname = "b"\n'),
  codex(
    'texts that look like tables',
    'notes = """\n[mcp_servers.nod]\nurl = "x"\n"""\nraw = \'\'\'\n# Added by nod setup; nod uninstall takes it out.\n[mcp_servers.nod]\n\'\'\'\nlist = [\n  "[mcp_servers.nod]", # [mcp_servers.nod]\n]\n',
  ),
  codex('CRLF and a byte order mark', '\uFEFFmodel = "gpt-5"\r\n\r\n[tools]\r\nweb_search = true\r\n'),
  codex('blank lines at the end', 'model = "gpt-5"\n\n\n'),
  codex('blanks at the end, no line end', '[tools]\nweb_search = true\n   '),
  codex(
    'hooks inline',
    '[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "check"\n',
  ),
  codexHooks('foreign hooks', `${JSON.stringify(foreignHooks, undefined, 2)}\n`),
  gemini(
    'settings with comments',
    '{\n  // looks\n  "ui": { "theme": "GitHub" },\n  "mcpServers": {\n    "docs": { "httpUrl": "https://docs.example/mcp" }, // docs\n  },\n}\n',
  ),
  gemini(
    'foreign hooks',
    JSON.stringify(
      { hooks: { BeforeTool: [{ matcher: 'write_file', hooks: [{ type: 'command', command: 'x' }] }] } },
      undefined,
      2,
    ),
  ),
  cursor('empty servers', 'mcp.json', '{\n  "mcpServers": {\n  }\n}'),
  cursor(
    'hooks of version 1',
    'hooks.json',
    '{\n  "version": 1,\n  "hooks": {\n    "beforeShellExecution": [{ "command": "./audit.sh" }]\n  }\n}\n',
  ),
  cursor('hooks without a version', 'hooks.json', '{ "hooks": { "stop": [ { "command": "./done.sh" } ] } }'),
  vscode(
    'inputs and servers',
    '{\n\t"inputs": [\n\t\t{ "id": "key", "type": "promptString", "password": true }\n\t],\n\t"servers": {\n\t\t"github": { "type": "http", "url": "https://api.example/mcp/" }\n\t}\n}\n',
  ),
  vscode('nothing but servers', '{\n    "servers": {}\n}'),
];
