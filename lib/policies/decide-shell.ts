import type { PolicyPreset, PolicyRule } from '@/lib/contract/policy';
import { type Danger, findDanger } from '@/lib/policies/danger';
import { afterDownloads, dangerOfCommands } from '@/lib/policies/danger-of-command';
import type { DecidedPart, ToolCall } from '@/lib/policies/decision';
import { couldBeDestructive } from '@/lib/policies/destructive';
import { isGuarded } from '@/lib/policies/guarded-file';
import { type Line, presetLine } from '@/lib/policies/preset';
import { onlyReads, readsSecret } from '@/lib/policies/read-only';
import { matchesText, type ReadRule } from '@/lib/policies/rule-match';
import { type Match, matchCommand, matchWholeLine } from '@/lib/policies/rule-match-shell';
import { readShell } from '@/lib/policies/shell';
import type { ShellCommand } from '@/lib/policies/shell-command';

/** Each command in a line with its own verdict; the whole line as one part where it cannot be read. */
export function decideCommand(line: string, call: ToolCall, rules: ReadRule[], preset: PolicyPreset): DecidedPart[] {
  const read = call.tool === 'PowerShell' ? { unreadable: 'Nod does not read PowerShell.' } : readShell(line);
  if ('unreadable' in read) return [unreadable(line, read.unreadable, rules)];
  if (read.commands.length === 0)
    return [{ text: line.trim(), effect: 'allow', because: 'It runs nothing', danger: [] }];
  return afterDownloads(read.commands).map((command) => decidePart(command, line, call, rules, preset));
}

function decidePart(
  command: ShellCommand,
  line: string,
  call: ToolCall,
  rules: ReadRule[],
  preset: PolicyPreset,
): DecidedPart {
  const danger = dangerOfCommands([command], line);
  const part = { text: command.written, danger };
  let uncovered: PolicyRule | undefined;
  for (const { rule, pattern } of rules) {
    const match = matchWholeLine(pattern, line) ? 'exact' : matchCommand(pattern, command, rule.effect);
    if (match === 'no') continue;
    if (rule.effect === 'allow') {
      if (covers(match, command, danger)) return { ...part, effect: 'allow', because: 'A rule allows it', rule };
      uncovered ??= rule;
    } else if (rule.effect === 'deny' && match !== 'maybe')
      return { ...part, effect: 'deny', because: 'A rule denies it', rule };
    else
      return {
        ...part,
        effect: 'ask',
        because: rule.effect === 'deny' ? 'A rule that denies may mean it' : 'A rule asks before it',
        rule,
      };
  }
  return { ...part, ...builtIn(command, danger, uncovered, call, preset) };
}

/**
 * What an allow covers. The exact text covers everything. What cannot be undone needs a rule that names the very command, and what nobody can
 * know before it runs needs its exact text.
 */
function covers(match: Match, command: ShellCommand, danger: Danger[]): boolean {
  if (match === 'exact') return true;
  if (command.opaque || match === 'maybe') return false;
  if (match === 'named') return true;
  return danger.length === 0 && !couldBeDestructive(command);
}

function builtIn(
  command: ShellCommand,
  danger: Danger[],
  uncovered: PolicyRule | undefined,
  call: ToolCall,
  preset: PolicyPreset,
): Line {
  const named = uncovered ? `; ${uncovered.pattern} does not cover it` : '';
  const [first] = danger;
  if (first)
    return { effect: 'ask', because: `${first.sentence}${named || '; only a rule that names it can allow it'}` };
  if (command.opaque) return { effect: 'ask', because: withoutStop(command.opaque) };
  if (readsSecret(command)) return { effect: 'ask', because: 'It may read a file or a variable that holds secrets' };
  if (onlyReads(command)) return { effect: 'allow', because: 'It only reads' };
  const line = presetLine(preset, call);
  if (line.effect === 'allow' && namesGuardedFile(command))
    return { effect: 'ask', because: 'It names a file that starts programs, or switches Nod off' };
  if (line.effect === 'allow' && couldBeDestructive(command))
    return { effect: 'ask', because: 'What it does is known only when it runs' };
  return line.effect === 'ask' ? { ...line, because: `${line.because}${named}` } : line;
}

const namesGuardedFile = ({ words, writes }: ShellCommand): boolean =>
  [...words.slice(1), ...writes].some(({ shape }) => shape.split('=').some(isGuarded));

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** Only the exact text of a line that cannot be read may be allowed; what denies its tool, or its text, denies it. */
function unreadable(line: string, why: string, rules: ReadRule[]): DecidedPart {
  const part = { text: line.trim(), danger: findDanger([line]) };
  for (const { rule, pattern } of rules) {
    const isExact = matchWholeLine(pattern, line);
    const isGeneral =
      pattern.kind === 'tool' || pattern.kind === 'any' || (pattern.kind === 'glob' && matchesText(pattern.text, line));
    if (isExact && rule.effect === 'allow')
      return { ...part, effect: 'allow', because: 'A rule allows exactly this', rule };
    if (!isExact && !isGeneral) continue;
    if (rule.effect === 'deny') return { ...part, effect: 'deny', because: 'A rule denies it', rule };
    if (rule.effect === 'ask') return { ...part, effect: 'ask', because: 'A rule asks before it', rule };
  }
  return { ...part, effect: 'ask', because: withoutStop(why) };
}
