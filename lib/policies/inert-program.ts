import { programOf, type ShellCommand } from '@/lib/policies/shell-command';

const inert = /^(?:echo|printf|e?grep|fgrep|jq|cat|head|tail|ls|mkdir|touch|test|\[|which|type|man|cd|pwd)$/;
const installers =
  /^(?:npm|pnpm|yarn|bun|pip3?|pipx|apt|apt-get|brew|cargo|gem|go|poetry|uv|apk|dnf|yum|pacman|composer|conda|choco|winget)$/;
const installs =
  /^(?:i|in|ins|install|add|ci|remove|uninstall|un|get|why|view|info|search|update|upgrade|outdated|ls|list|show|-S)$/;
const inertGit =
  /^(?:commit|log|tag|show|notes|merge|stash|status|diff|blame|shortlog|add|mv|branch|switch|checkout|rev-parse|rev-list|describe)$/;

/** Whether a program keeps its words to itself: a message, what is looked for, names of packages. */
export function isInert(command: ShellCommand): boolean {
  const program = programOf(command);
  const texts = command.words.slice(1).map(({ text, shape }) => text ?? shape);
  const [first = '', second = ''] = texts;
  if (program === 'rg') return !texts.some((text) => text.startsWith('--pre') || text.startsWith('--hostname-bin'));
  if (program === 'gh') return /^(?:pr|issue|release|search)$/.test(first);
  if (installers.test(program))
    return installs.test(first) || (program === 'uv' && first === 'pip' && installs.test(second));
  if (program !== 'git') return inert.test(program);
  const rest = texts.slice(texts.findIndex((_, index) => !isHarmlessOption(texts, index)));
  if (rest[0] === 'grep') return !rest.some((text) => /^-[A-Za-z]*O|^--op/.test(text));
  return inertGit.test(rest[0] ?? '');
}

/** Of git's own options, those that name nothing to run. */
const isHarmlessOption = (texts: string[], index: number): boolean =>
  /^(?:--no-pager|-P|-C|--no-optional-locks)$/.test(texts[index] ?? '') || texts[index - 1] === '-C';
