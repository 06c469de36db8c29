import type { AgentId } from '@/cli/agents/agent';

/** The end of every hook command that setup writes: the mark by which it knows its own. */
const command = /[\\/]nod\.cjs" hook ([a-z-]+)\s*$/;

/** Whether a hook is one that setup put there for this agent. */
export function isOwnHook(hook: unknown, agent: AgentId): boolean {
  if (typeof hook !== 'object' || hook === null || !('command' in hook)) return false;
  return typeof hook.command === 'string' && command.exec(hook.command)?.[1] === agent;
}

/** Whether an MCP entry leads to a Nod, whoever wrote it. */
export const leadsToNod = (entry: unknown): boolean => /\/api\/mcp\/mcp"/.test(JSON.stringify(entry ?? null));

/** Whether an MCP entry looks like one that setup writes: it leads to a Nod and holds the key itself. */
export const looksLikeSetup = (entry: unknown): boolean =>
  leadsToNod(entry) && JSON.stringify(entry).includes('"Bearer pk_');

/** A command line for a shell, in which both paths may hold anything. */
export function hookCommand(node: string, bundle: string, agent: AgentId, platform = process.platform): string {
  const quoted = (path: string) => `"${platform === 'win32' ? path : path.replace(/["$`\\]/g, String.raw`\$&`)}"`;
  return `${quoted(node)} ${quoted(bundle)} hook ${agent}`;
}
