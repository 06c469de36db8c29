import { canReadOnly, readers } from '@/lib/policies/read-only-commands';
import { couldNameSecret, fileWords, namesSecret, printsSecretVariable } from '@/lib/policies/secret-file';
import { searchesEverything } from '@/lib/policies/secret-search';
import { chainOf, programOf, type ShellCommand } from '@/lib/policies/shell-command';
import { isHarmlessVariable, isRiskyVariable } from '@/lib/policies/shell-variables';

/** Whether what is set before a command (`PATH=/tmp ls`) can change what it does. */
export const changesWhatRuns = (command: ShellCommand): boolean =>
  chainOf(command).some(
    (part) =>
      part.words.length > 0 &&
      part.assignments.some(
        ({ name, value }) => !isHarmlessVariable(name) && !(/PAGER$/.test(name) && value === 'cat'),
      ),
  );

/** Whether a redirection of it, or of what runs it, writes a file. */
export const writesFile = (command: ShellCommand): boolean => chainOf(command).some(({ writes }) => writes.length > 0);

/** Whether a command reads a file that holds secrets: named outright, or by a pattern that fits one. */
export function readsSecret(command: ShellCommand): boolean {
  if (chainOf(command).some(({ reads }) => reads.some(namesSecret))) return true;
  if (chainOf(command).some(printsSecretVariable)) return true;
  // `d=.ssh; cat ~/$d/config`
  if (command.assignments.some(({ value }) => value !== null && namesSecret({ shape: value, glob: true }))) return true;
  if (chainOf(command).slice(1).some(entersSecret)) return true;
  const program = programOf(command);
  if (/^(?:cd|pushd)$/.test(program) && command.words.some(namesSecret)) return true;
  if (searchesEverything(program, command.words.slice(1))) return true;
  return (
    (!canReadOnly(program) || readers.has(program)) && fileWords(program, command.words.slice(1)).some(namesSecret)
  );
}

/** `env -C ~/.ssh cat config` */
const entersSecret = (command: ShellCommand): boolean =>
  programOf(command) === 'env' &&
  command.words.some(
    (word, index) =>
      (/^-(?:\w*C|-ch)/.test(word.shape) || /^-(?:\w*C|-ch\w*)$/.test(command.words[index - 1]?.shape ?? '')) &&
      namesSecret(word),
  );

/** Whether a command only reads, and nothing secret: the floor of spec 4.3, allowed unless a rule says otherwise. */
export function onlyReads(command: ShellCommand): boolean {
  if (command.opaque || changesWhatRuns(command) || writesFile(command) || readsSecret(command)) return false;
  const chain = chainOf(command);
  if (chain.some((part) => part.outer && part.outer.kind !== 'plain' && !countsForXargs(part))) return false;
  if (chain.some(({ reads }) => reads.some(couldNameSecret))) return false;
  const [program, ...words] = command.words;
  if (!program) return command.assignments.every(({ name }) => !isRiskyVariable(name));
  if (!hasPlainPath(program.text)) return false;
  return countsForXargs(command) || canReadOnly(programOf(command), words);
}

/** `… | xargs wc -l`, `… | xargs grep -l foo`: whatever files they are given, they say nothing of what is in them. */
function countsForXargs({ outer, words }: ShellCommand): boolean {
  if (
    outer?.offset == null ||
    programOf(outer.command) !== 'xargs' ||
    !hasPlainPath(outer.command.words[0]?.text ?? null)
  )
    return false;
  const own = outer.command.words.slice(1, outer.offset).map(({ text }) => text ?? '');
  if (!own.every((text) => /^(?:-[0r]+|-[nP]?\d*|-I|\{\})$/.test(text))) return false;
  const said = words.map(({ text }) => text ?? '').join(' ');
  return /^wc(?: -[lcwm]+)? *$/.test(said) || /^grep -[il]*l[il]* [\w. ]+$/.test(said);
}

/** `ls` and /bin/ls, not ./ls. Written in small letters: LS is another program on most machines. */
export const hasPlainPath = (program: string | null): boolean =>
  program !== null &&
  /^(?:\/(?:usr\/(?:local\/)?)?s?bin\/|\/opt\/homebrew\/bin\/)?[^/]+$/.test(program) &&
  program === program.toLowerCase();
