import type { ToolCall, ToolInput } from '@/lib/policies/decision';
import { commandsIn, fieldsOf, pathsIn, textIn, tooManyPaths } from '@/lib/policies/tool-input';
import { canonicalTool, isOwnTool, kindOfTool, mcpTool } from '@/lib/policies/tool-names';

export { isOwnTool };

type WrittenPath = NonNullable<ToolInput['paths']>[number];

export interface RawToolCall {
  toolName: string;
  toolInputs: unknown[];
  /** For the path of each input, what its links lead to; null where the hook could not tell. Absent where no hook looked. */
  resolvedPaths?: (string | null | undefined)[][] | undefined;
}

/** What an agent is about to do, in one shape for all agents. Takes whatever it is given: an input that names no command or file where it should is `malformed`. */
export function toolCallOf({ toolName, toolInputs, resolvedPaths }: RawToolCall): ToolCall {
  const tool = toolNamed(toolName, toolInputs);
  const kind = kindOfTool(tool);
  const given = toolInputs.length === 0 ? [undefined] : toolInputs;
  const resolvedOf = (index: number) => resolvedPaths && (resolvedPaths[index] ?? []);
  return { tool, kind, inputs: given.flatMap((input, index) => inputsOf(kind, input, resolvedOf(index))) };
}

/** Some agents have one tool for all MCP servers, and say in its input which is called. */
function toolNamed(toolName: string, inputs: unknown[]): string {
  if (!/^(?:mcp|mcp_?tool|(?:use|call)_?mcp_?tool)$/i.test(toolName.trim())) return canonicalTool(toolName);
  const fields = fieldsOf(inputs[0]);
  const tool = textIn(fields, 'tool', 'tool_name', 'toolName', 'name');
  if (tool === undefined) return mcpTool({ tool: 'unknown' });
  const server = textIn(fields, 'server', 'server_name', 'serverName');
  if (server !== undefined) return mcpTool({ server, tool });
  const named = canonicalTool(tool);
  return named.startsWith('mcp__') ? named : mcpTool({ tool });
}

function inputsOf(kind: ToolCall['kind'], input: unknown, resolved?: (string | null | undefined)[]): ToolInput[] {
  if (kind === 'shell') {
    const commands = commandsIn(input);
    return commands.length === 0 ? [{ malformed: true }] : commands.map((command) => ({ command }));
  }
  if (kind === 'edit' || kind === 'read') {
    const paths = pathsIn(input);
    const named = paths.map((written, index) => ({ written, ...linksOf(index, resolved) }));
    if (kind === 'read') return [{ ...known('text', textOf(input)), ...(named.length > 0 ? { paths: named } : {}) }];
    if (tooManyPaths(paths)) return [{ paths: named, malformed: true }];
    return [named.length === 0 ? { malformed: true } : { paths: named }];
  }
  return [known('text', textOf(input))];
}

/** A hook that looked and does not say where a path leads could not tell: it is not a path without links. */
function linksOf(
  index: number,
  resolved?: (string | null | undefined)[],
): Pick<WrittenPath, 'resolved' | 'unresolvable'> {
  if (!resolved) return {};
  const leadsTo = resolved[index];
  return leadsTo == null ? { unresolvable: true } : { resolved: leadsTo };
}

const known = <Name extends string>(name: Name, value: string | null | undefined): { [key in Name]?: string } =>
  value == null ? {} : ({ [name]: value } as { [key in Name]?: string });

const textOf = (input: unknown): string | undefined => {
  const fields = fieldsOf(input);
  const inner = fieldsOf(fields.params);
  const names = ['url', 'uri', 'query', 'pattern', 'text', 'command', 'prompt'];
  const text = textIn(fields, ...names) ?? textIn(inner, ...names);
  return text ?? (typeof input === 'string' && input.trim() !== '' ? input : undefined);
};
