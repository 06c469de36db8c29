import type { AgentId, HookCall } from '../agents/agent';
import type { Repository } from './repository';

/** What one run of a hook knows: who calls, from where, and where its answers come from. */
export interface HookContext {
  agentId: AgentId;
  call: HookCall;
  cwd: string;
  repository: Repository;
  server: string;
  apiKey: string;
  machineId: string;
  /** The agent can ask about this call itself. */
  canPrompt: boolean;
  /** performance.now() after which nothing may be waited for: the agent's own limit is near, and beyond it the tool would run. */
  endsAt: number;
  /** The questions that are, or may be, open in Nod. */
  open: Set<string>;
  /** An ask is on its way, or was and may have arrived although nothing came back. */
  mayHaveAsked: boolean;
  /** The ask that is on its way. */
  asking?: Promise<unknown>;
}
