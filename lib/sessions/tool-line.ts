import { cut } from '@/lib/contract/text';
import { commandsIn, pathsIn } from '@/lib/policies/tool-input';
import { canonicalTool, kindOfTool } from '@/lib/policies/tool-names';
import { redactDeeply } from '@/lib/redact';

const longest = 200;
/** As much of a command as is looked at: its first line is all that is shown. */
const looked = 20_000;

/** One line of text that holds no secret Nod recognises, nothing that cannot be stored, and at most 200 characters. */
export function safeLine(value: string): string {
  const lines = redactDeeply(cut(value, looked))
    .split(/[\n\r]+/)
    .map((line) => line.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim())
    .filter((line) => line !== '');
  const line = lines.length > 1 ? `${lines[0]} …` : (lines[0] ?? '');
  return [...line].length > longest ? `${cut(line, longest - 1)}…` : line;
}

/** What a tool call does, in one line: `$ npm test`, `Edited src/a.ts`, or the tool's name. Undefined without a name. */
export function toolLine(tool: string | undefined, input: unknown, cwd: string | undefined): string | undefined {
  if (tool === undefined || tool.trim() === '') return undefined;
  const canonical = canonicalTool(tool);
  const kind = kindOfTool(canonical);
  if (kind === 'shell') {
    const [command] = commandsIn(input);
    return command === undefined ? safeLine(tool) : safeLine(`$ ${command.trim()}`);
  }
  const [path] = kind === 'edit' || canonical === 'Read' ? pathsIn(input) : [];
  if (path === undefined) return safeLine(tool);
  return safeLine(`${kind === 'edit' ? 'Edited' : 'Read'} ${within(path, cwd)}`);
}

const within = (path: string, cwd: string | undefined): string =>
  cwd !== undefined && cwd !== '/' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
