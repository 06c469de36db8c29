import type { ToolCall } from '@/lib/policies/decision';

/** Tools by what they do: the canonical name, then the spellings of every agent, letters only. */
const spellings: Record<string, string> = {
  Bash:
    'bash shell localshell execcommand shellcommand runshellcommand runterminalcmd runterminalcommand runinterminal terminal unifiedexec ' +
    'containerexec runcommand executecommand writestdin createandruntask runtask',
  PowerShell: 'powershell pwsh',
  Edit: 'edit editfile editfiles replace replaceinfile strreplace searchreplace applypatch applydiff inserteditintofile replacestringinfile multireplacestringinfile deletefile delete movefile renamefile insertedit strreplaceeditor strreplacebasededittool',
  Write: 'write writefile createfile createdirectory writetofile',
  MultiEdit: 'multiedit',
  NotebookEdit: 'notebookedit editnotebook editnotebookfile createnewjupyternotebook',
  Read: 'read readfile readmanyfiles view viewfile viewimage notebookread',
  Grep: 'grep grepsearch searchfilecontent codebasesearch semanticsearch ripgrep',
  Glob: 'glob filesearch findfiles globfilesearch',
  LS: 'ls listdir listdirectory listfiles',
  WebFetch: 'webfetch fetchwebpage fetch fetchurl',
  WebSearch: 'websearch googlewebsearch',
  TodoWrite: 'todowrite updateplan managetodolist writetodos todo',
  AskUserQuestion: 'askuserquestion askquestion askfollowupquestion askquestions requestuserinput',
  ExitPlanMode: 'exitplanmode enterplanmode createplan planmodeexit',
};

const canonical = new Map(
  Object.entries(spellings).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

const editing = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const reading = new Set(['Read', 'Grep', 'Glob', 'LS']);

/** The longest name that is looked at. */
const longest = 300;
const lettersOf = (name: string): string =>
  name
    .slice(0, longest)
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Nod's own tools (spec 1). */
export const ownTools = [
  'ask_user',
  'send_notification',
  'schedule_reminder',
  'propose_scope',
  'wait_for_answer',
  'cancel_question',
  'list_sessions',
];
const isOwnName = (tool: string): boolean => ownTools.includes(tool.toLowerCase());
const isOwnServer = (server: string): boolean =>
  /^(?:plugin_(?:nod|pushary)_|claude_ai_)?(?:nod|pushary)$/.test(server.toLowerCase().replace(/[^a-z0-9]+/g, '_'));

export interface McpName {
  server?: string;
  tool: string;
}

/** The server and the tool in an MCP tool's name, in the spellings of every agent; undefined for another tool. */
export function mcpNameOf(name: string): McpName | undefined {
  const text = name.slice(0, longest).trim();
  const full = /^mcp__(.+?)__(.+)$/i.exec(text) ?? /^mcp[:/.]([^:/.]+)[:/.](.+)$/i.exec(text);
  if (full?.[1] && full[2]) return { server: full[1], tool: full[2] };
  const unnamed = /^mcp:\s*(.+)$/i.exec(text);
  if (unnamed?.[1]) return { tool: unnamed[1] };
  const own = /^(?:mcp_)?(nod|pushary)(?:__|[_:./-])(.+)$/i.exec(text);
  if (own?.[1] && own[2] && isOwnName(own[2])) return { server: own[1], tool: own[2] };
  const short = /^mcp_([^_]+)_(.+)$/i.exec(text) ?? /^([A-Za-z][\w-]*?)__(.+)$/.exec(text);
  return short?.[1] && short[2] ? { server: short[1], tool: short[2] } : undefined;
}

/** Where the agent does not say whose tool it is. */
const unknownServer = 'unknown';
export const mcpTool = ({ server, tool }: McpName): string => `mcp__${server ?? unknownServer}__${tool}`;

/**
 * Nod's own tools, in any spelling, are never gated: asking about asking would never end. Both names must be Nod's: others may call their
 * server nod too, and an MCP tool of a server that nobody names may be anybody's.
 */
export function isOwnTool(name: string): boolean {
  const mcp = mcpNameOf(name);
  if (!mcp) return isOwnName(name.trim());
  return mcp.server !== undefined && isOwnServer(mcp.server) && isOwnName(mcp.tool);
}

/** The one name that rules and pages use for a tool, whatever its agent calls it; the name itself when nobody knows it. */
export function canonicalTool(name: string): string {
  const known = canonical.get(lettersOf(name));
  // Digits and other letters would be lost: `bash2` is not Bash.
  if (known && /^[A-Za-z _.:/-]+$/.test(name)) return known;
  const mcp = mcpNameOf(name);
  return mcp ? mcpTool(mcp) : name.trim().slice(0, longest);
}

export function kindOfTool(tool: string): ToolCall['kind'] {
  if (tool === 'Bash' || tool === 'PowerShell') return 'shell';
  if (editing.has(tool)) return 'edit';
  if (reading.has(tool)) return 'read';
  return tool.startsWith('mcp__') ? 'mcp' : 'other';
}
