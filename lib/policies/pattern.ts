import { readShell } from '@/lib/policies/shell';
import { chainOf } from '@/lib/policies/shell-command';
import { canonicalTool, kindOfTool, mcpNameOf, mcpTool } from '@/lib/policies/tool-names';

/** What a rule is about, read out of its pattern (spec 4.3). */
export interface Pattern {
  kind: 'any' | 'tool' | 'exact' | 'prefix' | 'glob';
  /** The canonical name; empty for any tool. With `*` at its end for all tools of an MCP server. */
  tool: string;
  /** What stands in the parentheses. */
  text: string;
  /** The words of a prefix, and of an exact command that is one plain command; else none. */
  words: string[];
}

export type ReadPattern = { ok: Pattern } | { problem: string };

const longest = 300;
const problem = (sentence: string): ReadPattern => ({ problem: sentence });
const ok = (kind: Pattern['kind'], tool: string, text = '', words: string[] = []): ReadPattern => ({
  ok: { kind, tool, text, words },
});

/** Reads `Tool`, `Tool(exact)`, `Tool(prefix:*)`, `Tool(glob)`, `mcp__server__tool` or `*`; else says which of its rules is broken. */
export function readPattern(pattern: string): ReadPattern {
  const whole = pattern.trim();
  if (whole === '') return problem('must name a tool');
  if (whole.length > longest) return problem(`must be at most ${longest} characters`);
  if (/[\p{Cc}]/u.test(whole)) return problem('must be one line');
  if (whole === '*') return ok('any', '');
  const opens = whole.indexOf('(');
  if (opens < 0) return whole.includes(')') ? problem('has a ) without a (') : readTool(whole);
  if (opens === 0) return problem('must begin with the name of a tool, as in Bash(git status)');
  if (!whole.endsWith(')')) return problem('must end with )');
  const tool = readTool(whole.slice(0, opens).trim());
  if ('problem' in tool) return tool;
  const text = whole.slice(opens + 1, -1).trim();
  if (tool.ok.tool.endsWith('*')) return problem('cannot name a part of all tools of a server');
  if (text === '') return problem('names nothing in its parentheses: leave them out to mean every use of the tool');
  return readText(tool.ok.tool, text);
}

function readTool(name: string): ReadPattern {
  if (/^mcp__/i.test(name)) return readMcp(name);
  if (name.includes('*')) return problem('may have * in its name only for the tools of a server, as in mcp__github__*');
  if (!/^[A-Za-z][\w.:/-]*$/.test(name))
    return problem('must begin with the name of a tool, as in Bash or mcp__github__get_issue');
  return ok('tool', canonicalTool(name));
}

function readMcp(name: string): ReadPattern {
  const server = /^mcp__([^*]+?)(?:__\*?)?$/i.exec(name)?.[1];
  if (server !== undefined && !server.includes('__')) return ok('glob', `mcp__${server}__*`);
  const named = mcpNameOf(name);
  if (!named?.server || /[^\w.@:/ *-]/.test(name)) return problem('must look like mcp__server__tool');
  if (!name.includes('*')) return ok('exact', mcpTool(named));
  return /^[^*]+\*$/.test(name) && !named.server.includes('*')
    ? ok('glob', mcpTool(named))
    : problem('may have * only at its end, as in mcp__github__*');
}

function readText(tool: string, text: string): ReadPattern {
  if (/^\*+$/.test(text)) return ok('tool', tool);
  const isShell = kindOfTool(tool) === 'shell';
  if (text.endsWith(':*')) {
    if (isShell) return readPrefix(tool, text.slice(0, -2).trim());
    if (!text.startsWith('domain:')) return problem('can end with :* only for commands; use * or ** for files');
  }
  if (!/[*?]/.test(text)) return ok('exact', tool, text, isShell ? exactWords(text) : []);
  return ok('glob', tool, text);
}

/** What the command says when its quotes are taken away: `rm "a"` is `rm a`. */
function exactWords(text: string): string[] {
  const read = readShell(text);
  const [command, ...others] = 'commands' in read ? read.commands : [];
  const root = command && others.length === 0 ? (chainOf(command).at(-1) ?? command) : undefined;
  if (!root || root.writes.length + root.reads.length + root.assignments.length > 0) return [];
  const words = root.words.map((word) => (word.glob ? null : word.text));
  return words.includes(null) ? [] : (words as string[]);
}

function readPrefix(tool: string, text: string): ReadPattern {
  if (text === '') return problem(`names no command before :*; write ${tool} to mean every command`);
  const read = readShell(text);
  const [command, ...others] = 'commands' in read ? read.commands : [];
  const isPlain =
    command && others.length === 0 && !command.outer && !/[<>|&;]/.test(text) && command.assignments.length === 0;
  const words = isPlain ? command.words : plainWords(text);
  const texts = words?.map((word) => word.text) ?? [];
  if (!words || texts.length === 0 || words.some(({ text: word, glob }) => word === null || glob))
    return problem('must have plain words before :*, as in Bash(git log:*)');
  return ok('prefix', tool, text, texts as string[]);
}

/** `timeout 5 make` and `bash -c` are more than one command to the parser, but plain words to a person. */
function plainWords(text: string): { text: string | null; glob: boolean }[] | undefined {
  if (!/^[\w@%+:,./~-]+(?: +[\w@%+=:,./~-]+)*$/.test(text)) return undefined;
  return text.split(/ +/).map((word) => ({ text: word, glob: false }));
}
