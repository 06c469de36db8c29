import type { GateVerdict } from '@/lib/contract/policy';
import type { HookContext } from './context';

/** In these, what no rule of Claude Code allows comes to its PermissionRequest before it runs; in others it may run without. */
const promptingModes = ['default', 'acceptEdits', 'plan'];

/** Whether the agent's own rules decide first (spec 4.3): what they do not allow is asked for when the agent is about to prompt. */
export const leavesToOwnRules = ({ agentId, call }: HookContext, verdict: GateVerdict | undefined): boolean =>
  agentId === 'claude-code' &&
  call.event === 'before_tool' &&
  promptingModes.includes(call.permissionMode ?? '') &&
  verdict?.kind === 'ask' &&
  verdict.ownRulesStand === true;
