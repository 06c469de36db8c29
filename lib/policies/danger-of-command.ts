import { type Danger, findDanger } from '@/lib/policies/danger';
import { dangerOf } from '@/lib/policies/destructive';
import { readShell } from '@/lib/policies/shell';
import type { ShellCommand } from '@/lib/policies/shell-command';
import { canonicalTool, kindOfTool } from '@/lib/policies/tool-names';

/** Every reason to think twice about a command line, each sentence once. What cannot be parsed is judged as text. */
export function dangerOfCommand(command: string): Danger[] {
  const read = readShell(command);
  return 'unreadable' in read ? findDanger([command]) : dangerOfCommands(read.commands, command);
}

/** The same of commands that were read out of this line. */
export function dangerOfCommands(commands: ShellCommand[], line: string): Danger[] {
  const found = new Map<string, Danger>();
  for (const command of commands) {
    for (const danger of dangerOf(command)) {
      // Words of a text within a text may be written otherwise in the line.
      const words = line.includes(danger.words) ? danger.words : line.includes(command.written) ? command.written : '';
      if (!found.has(danger.sentence)) found.set(danger.sentence, { ...danger, words });
    }
  }
  return [...found.values()];
}

/** What a question says in words, and the call that it carries: what a shell tool is given is parsed, everything else is read as text. */
export function dangerOfQuestion(
  texts: (string | null | undefined)[],
  toolName: string | null | undefined,
  toolTexts: (string | null | undefined)[],
): Danger[] {
  if (!toolName || kindOfTool(canonicalTool(toolName)) !== 'shell') return findDanger([...texts, ...toolTexts]);
  const given = toolTexts.filter((text) => text !== null && text !== undefined && text !== '') as string[];
  const found = [...findDanger(texts), ...given.flatMap(dangerOfCommand)];
  return [...new Map(found.map((danger) => [danger.sentence, danger])).values()];
}
