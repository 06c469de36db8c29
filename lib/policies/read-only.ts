import { canReadOnly, readers } from '@/lib/policies/read-only-commands';
import { couldNameSecret, fileWords, namesSecret, printsSecretVariable } from '@/lib/policies/secret-file';
import { chainOf, programOf, type ShellCommand } from '@/lib/policies/shell-command';
import { isHarmlessVariable, isRiskyVariable } from '@/lib/policies/shell-variables';

/** Whether what is set before a command (`PATH=/tmp ls`) can change what it does. */
export const changesWhatRuns = (command: ShellCommand): boolean =>
  chainOf(command).some(
    (part) => part.words.length > 0 && part.assignments.some(({ name }) => !isHarmlessVariable(name)),
  );

/** Whether a redirection of it, or of what runs it, writes a file. */
export const writesFile = (command: ShellCommand): boolean => chainOf(command).some(({ writes }) => writes.length > 0);

/** Whether a command reads a file that holds secrets: named outright, or by a pattern that fits one. */
export function readsSecret(command: ShellCommand): boolean {
  if (chainOf(command).some(({ reads }) => reads.some(namesSecret))) return true;
  if (printsSecretVariable(command)) return true;
  const program = programOf(command);
  if (/^(?:cd|pushd)$/.test(program) && command.words.some(namesSecret)) return true;
  return (
    (!canReadOnly(program) || readers.has(program)) && fileWords(program, command.words.slice(1)).some(namesSecret)
  );
}

/** Whether a command only reads, and nothing secret: the floor of spec 4.3, allowed unless a rule says otherwise. */
export function onlyReads(command: ShellCommand): boolean {
  if (command.opaque || changesWhatRuns(command) || writesFile(command) || readsSecret(command)) return false;
  const chain = chainOf(command);
  if (chain.some(({ outer }) => outer && outer.kind !== 'plain')) return false;
  if (chain.some(({ reads }) => reads.some(couldNameSecret))) return false;
  const [program, ...words] = command.words;
  if (!program) return command.assignments.every(({ name }) => !isRiskyVariable(name));
  if (!hasPlainPath(program.text)) return false;
  return canReadOnly(programOf(command), words);
}

/** `ls` and /bin/ls, not ./ls. Written in small letters: LS is another program on most machines. */
export const hasPlainPath = (program: string | null): boolean =>
  program !== null &&
  /^(?:\/(?:usr\/(?:local\/)?)?s?bin\/|\/opt\/homebrew\/bin\/)?[^/]+$/.test(program) &&
  program === program.toLowerCase();
