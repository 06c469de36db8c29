import { dangerOf } from '@/lib/policies/destructive';
import { readPattern } from '@/lib/policies/pattern';
import { changesWhatRuns, hasPlainPath, writesFile } from '@/lib/policies/read-only';
import { readShell } from '@/lib/policies/shell';
import { chainOf, type ShellCommand } from '@/lib/policies/shell-command';
import { canonicalTool, kindOfTool } from '@/lib/policies/tool-names';

/** How many words after its name say what a program does. */
const subcommandWords: Record<string, number> = {};
const one =
  'git npm pnpm yarn bun cargo go docker podman kubectl helm gh brew pip pip3 uv poetry bundle rails dotnet swift make just task nx turbo mvn gradle terraform tofu composer deno flutter dart mix rustup npx bunx vitest jest playwright';
for (const program of one.split(' ')) subcommandWords[program] = 1;
/** These lead on to another word that says it: `npm run build`, `docker compose up`. */
const leadsOn: Record<string, RegExp> = {
  npm: /^run(?:-script)?$/,
  pnpm: /^(?:run|exec|dlx)$/,
  yarn: /^(?:run|workspace|dlx|exec)$/,
  bun: /^(?:run|x)$/,
  docker: /^(?:compose|image|container|volume|network|buildx)$/,
  podman: /^(?:compose|image|container|volume|network)$/,
  gh: /^[a-z]+$/,
  uv: /^(?:run|pip)$/,
  poetry: /^run$/,
  bundle: /^exec$/,
  git: /^(?:stash|worktree|remote|submodule|bisect|notes)$/,
  kubectl: /^(?:rollout|config|auth)$/,
  go: /^(?:mod|tool|work)$/,
  deno: /^task$/,
};

/** Programs that run what they are given: a rule for their name would be a rule for everything. */
const runsAnything =
  /^(?:(?:ba|z|da|k|a|fi|c|tc)?sh|nu|pwsh|powershell|cmd|node|nodejs|deno|bun|python[\d.]*|perl|ruby|php|lua|tclsh|awk|gawk|sed|env|sudo|doas|su|xargs|parallel|eval|exec|command|builtin|time|timeout|nice|nohup|watch|ssh|find|fd|busybox|script|source|\.|osascript|docker|kubectl|npx|bunx|uvx)$/;
/** A word that names this one run: a hash, a number, an id. */
const oneOff = /(?:^|[^a-z])(?:[0-9a-f]{7,}|\d{4,})(?:$|[^a-z])/i;
const longest = 300;

/** The pattern that "Always allow" would store for this call, as it is shown to the person; undefined where none can be named honestly. */
export function offeredPattern(toolName: string, target: string): string | undefined {
  const tool = canonicalTool(toolName);
  const kind = kindOfTool(tool);
  const text = target.trim();
  const pattern = kind === 'shell' ? forCommand(tool, text) : kind === 'mcp' ? tool : forText(tool, kind, text);
  return pattern !== undefined && pattern.length <= longest && 'ok' in readPattern(pattern) ? pattern : undefined;
}

function forText(tool: string, kind: string, text: string): string | undefined {
  if (tool === 'WebFetch') {
    const host = /^https?:\/\/(?:[^/?#@]*@)?([\w.-]+)/i.exec(text)?.[1];
    return host && `WebFetch(domain:${host.toLowerCase()})`;
  }
  if (kind !== 'edit' && kind !== 'read') return undefined;
  // A comma joins several files; signs of patterns in a name would name others too.
  return text === '' || /[*?[\]{},;\n…]/.test(text) ? undefined : `${kind === 'edit' ? 'Edit' : 'Read'}(${text})`;
}

function forCommand(tool: string, text: string): string | undefined {
  if (tool !== 'Bash' || text === '' || /[\n…]/.test(text)) return undefined;
  const read = readShell(text);
  const [command, ...others] = 'commands' in read ? read.commands : [];
  if (!command || others.length > 0 || command.opaque || command.hasHereDocument) return undefined;
  if (chainOf(command).some(({ words }) => words.some((word) => word.text === null))) return undefined;
  const exact = /[*?]/.test(text) || text.endsWith(':*') ? undefined : oneOff.test(text) ? undefined : `Bash(${text})`;
  const elsewhere = command.outer !== undefined && command.outer.offset === null;
  if (elsewhere || dangerOf(command).length > 0 || changesWhatRuns(command) || writesFile(command)) return exact;
  const prefix = prefixOf(chainOf(command).at(-1) ?? command);
  return prefix === undefined ? exact : `Bash(${prefix}:*)`;
}

/** The program and the words after it that say what it does, where those are plain and no more follows that could be anything. */
function prefixOf(command: ShellCommand): string | undefined {
  const words = command.words.map(({ text }) => text ?? '');
  const [program = ''] = words;
  if (!hasPlainPath(program) || !Object.hasOwn(subcommandWords, program)) return undefined;
  let count = 1 + (subcommandWords[program] ?? 0);
  while (Object.hasOwn(leadsOn, program) && count < 4 && leadsOn[program]?.test(words[count - 1] ?? '')) {
    count += 1;
    if (program !== 'npm' && program !== 'pnpm' && program !== 'docker') break;
  }
  const said = words.slice(0, count);
  if (said.length < count || said.some((word) => !/^[A-Za-z][\w.:@/-]*$/.test(word) || oneOff.test(word)))
    return undefined;
  return said.slice(1).some((word) => runsAnything.test(word)) || runsArguments(said) ? undefined : said.join(' ');
}

/** The words after these are a command of their own. */
const runsArguments = (words: string[]): boolean =>
  /^(?:docker|podman|kubectl) (?:compose )?(?:exec|run|debug)|^(?:pnpm|yarn|npm|bun|uv|poetry|bundle|mise) (?:exec|dlx|x|run)$|^(?:deno|go|cargo|swift|dotnet) (?:run|eval)$|^git (?:config|bisect|submodule|rebase|filter-branch)/.test(
    words.join(' '),
  );
