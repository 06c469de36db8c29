import { harmlessEnding } from '@/lib/policies/secret-file';
import type { ShellWord } from '@/lib/policies/shell-command';

/** Folders in which secrets lie beside other files: this one, those above, that of the person, and those of the machine. */
const wide =
  /^(?:~\w*|\.{1,2})?(?:\/+\.{0,2})*$|^\/+(?:etc|home|root|Users|var)(?:\/[^/]*)?\/*$|^(?:\.{0,2}\/+)*\0\/*$/;
const isProcess = ({ shape }: ShellWord): boolean => /^\/+proc(?:\/|$)/.test(shape);

/** Options that take the next word, of grep and of diff. */
const valued =
  /^-[A-Za-z]*[ABCmefdDUxISL]$|^--(?:after-context|before-context|context|max-count|regexp|file|include|exclude|exclude-dir|exclude-from|binary-files|devices|label)$/;

/** Whether a program looks through everything in such a folder, hidden files too. */
export function searchesEverything(program: string, words: ShellWord[]): boolean {
  if (program === 'rg') return words.some(isProcess);
  if (!/^(?:[ef]?grep|diff)$/.test(program)) return false;
  if (!words.some(({ shape }) => /^-(?:[A-Za-z]*[rR]|[A-Za-z]*d|-rec|-der|-dir)/.test(shape))) return false;
  if (includesOnlyHarmless(words)) return false;
  const folders = namedFolders(words);
  const hasPattern = program === 'diff' || words.some(({ shape }) => /^-(?:[A-Za-z]*[ef]|-regexp|-file)/.test(shape));
  if (!hasPattern) folders.shift();
  return folders.length === 0 || folders.some((word) => isProcess(word) || wide.test(word.shape));
}

/** The words that are neither options nor their values. */
function namedFolders(words: ShellWord[]): ShellWord[] {
  const end = words.findIndex(({ shape }) => shape === '--');
  const options = end < 0 ? words : words.slice(0, end);
  const named = options.filter(
    ({ shape }, index) => !shape.startsWith('-') && !valued.test(options[index - 1]?.shape ?? ''),
  );
  return [...named, ...(end < 0 ? [] : words.slice(end + 1))];
}

function includesOnlyHarmless(words: ShellWord[]): boolean {
  const included = words.flatMap(({ shape }, index) =>
    shape.startsWith('--inc')
      ? [shape.includes('=') ? shape.slice(shape.indexOf('=') + 1) : (words[index + 1]?.shape ?? '')]
      : [],
  );
  return included.length > 0 && included.every((name) => harmlessEnding.test(name));
}
