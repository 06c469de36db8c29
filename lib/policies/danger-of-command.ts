import { type Danger, findDanger } from '@/lib/policies/danger';
import { dangerOf } from '@/lib/policies/destructive';
import { isInterpreter } from '@/lib/policies/destructive-code';
import { readShell } from '@/lib/policies/shell';
import { programOf, type ShellCommand, type ShellWord } from '@/lib/policies/shell-command';
import { isNetworkProgram } from '@/lib/policies/shell-inner';
import { canonicalTool, kindOfTool } from '@/lib/policies/tool-names';

/** Every reason to think twice about a command line, each sentence once. What cannot be parsed is judged as text. */
export function dangerOfCommand(command: string): Danger[] {
  const read = readShell(command);
  return 'unreadable' in read ? findDanger([command]) : dangerOfCommands(afterDownloads(read.commands), command);
}

const nameOf = (path: string): string => path.replace(/^\.\//, '');
const urlName = (text: string): string | undefined => /^[a-z]+:\/\/[^?#]*\/([^/?#]+)(?:[?#].*)?$/i.exec(text)?.[1];

/** The files that a program which gets something out of the network leaves. */
function downloads(command: ShellCommand): string[] {
  if (!isNetworkProgram(command)) return [];
  const texts = command.words.map(({ text }) => text ?? '');
  const written = command.writes.map(({ shape }) => shape);
  const named = texts.flatMap((text, index) => {
    if (/^(?:-[a-zA-Z]*[oO]|--output|--output-document)$/.test(text)) return texts[index + 1] ?? [];
    return /^(?:-[oO]|--output=|--output-document=)(.+)$/.exec(text)?.[1] ?? urlName(text) ?? [];
  });
  return [...written, ...named].filter((path) => path !== '' && path !== '-').map(nameOf);
}

/** Whether it is one of these files, or gives one to what runs it: to a shell as any word, to a language as its script. */
function runsOneOf(command: ShellCommand, paths: Set<string>): boolean {
  const isOne = ({ text }: ShellWord): boolean => text !== null && paths.has(nameOf(text));
  const [first, ...words] = command.words;
  if (paths.size === 0 || !first) return false;
  if (first.text?.includes('/') && isOne(first)) return true;
  const program = programOf(command);
  if (!isInterpreter(program)) return false;
  const isShell = /^(?:\w*sh|source|\.)$/.test(program);
  const scripts = isShell ? words : words.filter(({ shape }) => !shape.startsWith('-')).slice(0, 1);
  return [...scripts, ...command.reads].some(isOne);
}

/** The same commands, where one runs a file that another one before it fetched: `curl x -o y; bash y`. */
export function afterDownloads(commands: ShellCommand[]): ShellCommand[] {
  const fetched = new Set<string>();
  return commands.map((command) => {
    const isRun = runsOneOf(command, fetched);
    for (const path of downloads(command)) fetched.add(path);
    if (!isRun || isNetworkProgram(command)) return command;
    return { ...command, fromNetwork: true, opaque: command.opaque ?? 'It runs what was fetched from the network.' };
  });
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
