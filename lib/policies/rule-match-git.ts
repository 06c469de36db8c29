import type { Pattern } from '@/lib/policies/pattern';
import { programOf, type ShellCommand } from '@/lib/policies/shell-command';

/** Options of git that name a program, a folder of programs, or settings with either. */
const gitRuns =
  /^--(?:exec(?:-path)?(?:=|$)|upload-p|receive-p|extcmd|tool(?:=|$)|open-files|config-env|template|config(?:=|$)|ext-diff|textconv|filters)|^ext::|^(?:include(?:if)?\..*|protocol\..*)=/i;
/** The same in one letter, by command. */
const gitLetters: Record<string, RegExp> = {
  rebase: /^-\w*x/,
  difftool: /^-\w*[xt]/,
  grep: /^-[A-Za-z]*O/,
  clone: /^-\w*[uc]/,
};

/** Whether git is told, by words that the rule does not name, to write a file or to run something. */
export function doesMore(pattern: Pattern, command: ShellCommand): boolean {
  if (programOf(command) !== 'git') return false;
  const shapes = command.words.map(({ shape }) => shape);
  const letters = shapes.flatMap((shape) => (Object.hasOwn(gitLetters, shape) ? (gitLetters[shape] ?? []) : []));
  const isArchive = shapes.includes('archive') || shapes.includes('format-patch');
  return shapes.slice(Math.max(pattern.words.length, 1)).some((shape) => {
    if (gitRuns.test(shape) || letters.some((letter) => letter.test(shape))) return true;
    return !isArchive && /^--ou[tpu]*(?:=|$)/.test(shape);
  });
}
