import type { DeliveryMode } from '@/lib/contract/question';
import { selectAskingRules } from '@/lib/policies/asking-mode.sql';
import { decide } from '@/lib/policies/decide';
import { toolCallOf } from '@/lib/policies/tool-call';

/** A hook's ask, as far as rules are about it. */
export interface HookAsk {
  workspaceId: string;
  toolName: string;
  /** The whole command, path or text, before secrets are taken out. */
  target: string;
  repoKey: string | null;
  sessionId: string | null;
  machineId: string | null;
}

/** The mode that a rule gives this ask (spec 4.3, "ask with mode"); undefined where the person's own mode decides. */
export async function askingMode(ask: HookAsk): Promise<DeliveryMode | undefined> {
  const found = await selectAskingRules(ask.workspaceId, ask.sessionId ?? '', ask.machineId ?? '');
  if (!found) return undefined;
  const call = toolCallOf({ toolName: ask.toolName, toolInputs: [ask.target] });
  const { rule } = decide(call, { ...found, ...(ask.repoKey ? { repoKey: ask.repoKey } : {}) });
  return rule?.effect === 'ask' ? (rule.mode ?? undefined) : undefined;
}
