import type { PolicyEffect, PolicyPreset, PolicyRule, TimeoutAction } from '@/lib/contract/policy';
import type { DecidedPart, Decision } from '@/lib/policies/decision';
import { readPattern } from '@/lib/policies/pattern';
import { kindOfTool } from '@/lib/policies/tool-names';

export const effectNames: Record<PolicyEffect, string> = { allow: 'Allow', ask: 'Ask', deny: 'Deny' };
export const effectTones: Record<PolicyEffect, 'allow' | 'neutral' | 'deny'> = {
  allow: 'allow',
  ask: 'neutral',
  deny: 'deny',
};

/** What happens where no rule says anything (lib/policies/preset.ts), in a sentence each. */
export const presets: { value: PolicyPreset; label: string; sentence: string }[] = [
  {
    value: 'careful',
    label: 'Careful',
    sentence: 'Reading is allowed. Other commands, MCP tools, edits without a scope and most other tools ask.',
  },
  {
    value: 'balanced',
    label: 'Balanced',
    sentence: 'Reading is allowed, other commands and MCP tools ask, edits follow the scope.',
  },
  {
    value: 'hands_off',
    label: 'Hands-off',
    sentence: 'Commands, edits and MCP tools run. What cannot be undone, or may read secrets, still asks.',
  },
];

const modeWords: Record<NonNullable<PolicyRule['mode']>, string> = {
  push_only: 'Always pushed',
  push_first: 'Pushed when away',
  notify_only: 'Alert only',
  terminal_only: 'In the agent',
};

const thenWords: Record<TimeoutAction, string> = {
  deny: 'then no',
  escalate: 'then the agent’s own prompt',
  wait: 'then it stays open',
};

/** What a pattern's kind means for its rule, where that needs saying. */
export function kindWords({ pattern, effect }: Pick<PolicyRule, 'pattern' | 'effect'>): string | undefined {
  const read = readPattern(pattern);
  if ('problem' in read) return 'Cannot be read by this version: not used';
  const { kind, tool } = read.ok;
  if (kind === 'exact') return 'Exact';
  const runsCommands = kind === 'any' || kindOfTool(tool) === 'shell';
  return effect === 'allow' && kind !== 'prefix' && runsCommands ? 'Never what cannot be undone' : undefined;
}

/** Where a rule holds. */
export function placeWords(
  { repoKey, agentSessionId }: Pick<PolicyRule, 'repoKey' | 'agentSessionId'>,
  agent?: string | null,
) {
  if (agentSessionId !== null) return agent ? `One session of ${agent}` : 'One session';
  return repoKey ?? 'All repositories';
}

/** How a rule asks, where it says so itself: `Always pushed. 45 s, then no`. */
export function askWords({ mode, timeoutSeconds, timeoutAction, pushFirstSeconds }: PolicyRule): string | undefined {
  const waits = timeoutSeconds ?? (mode === 'push_only' ? null : pushFirstSeconds);
  const times = [waits !== null && `${waits} s`, timeoutAction && thenWords[timeoutAction]].filter(Boolean).join(', ');
  const words = [mode && modeWords[mode], times && times.charAt(0).toUpperCase() + times.slice(1)].filter(Boolean);
  return words.length > 0 ? words.join('. ') : undefined;
}

/** The verdict on a call, as the person would live it. */
export function verdictWords({ effect, hold }: Decision): string {
  switch (effect) {
    case 'allow':
      return 'Runs without asking you';
    case 'deny':
      return 'Denied without asking you';
    case 'ask':
      return hold ? 'Asks you, with a hold' : 'Asks you';
    case 'no_opinion':
      return 'Left to the agent’s own rules';
  }
}

/** The badge of one part of a call. */
export function partBadge({ effect, danger }: DecidedPart): {
  word: string;
  tone: 'allow' | 'neutral' | 'deny' | 'hold' | 'line';
} {
  if (effect === 'no_opinion') return { word: 'Agent', tone: 'line' };
  if (effect === 'ask' && danger.length > 0) return { word: 'Hold', tone: 'hold' };
  return { word: effectNames[effect], tone: effectTones[effect] };
}
