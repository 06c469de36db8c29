import type { GateCall } from '@/lib/contract/policy';
import type { GateActor } from '@/lib/gate/admit';
import { touchSession } from '@/lib/gate/seen.sql';
import { log } from '@/lib/log';
import type { ToolCall } from '@/lib/policies/decision';
import { agentTypeName, agentTypeOf } from '@/lib/sessions/agent-type';
import { toolLine } from '@/lib/sessions/tool-line';

/** Telemetry says more, so the gate speaks up only where none came for this long, in milliseconds. */
const silentMs = 20_000;

const shared = globalThis as typeof globalThis & { nodSeen?: Map<string, number> };

/**
 * Notes beside the verdict that a hook of this session was heard of: some hooks ask the gate and report nothing. Never delays or fails the
 * call, and writes at most once in a while for each session.
 */
export function noteHookSeen(actor: GateActor, input: GateCall, call: ToolCall): void {
  const { sessionId, machineId, source, repoKey, cwd } = input;
  const { hook_seen_ms_ago: seenMsAgo } = actor.facts;
  if (!sessionId || (seenMsAgo !== null && seenMsAgo < silentMs)) return;
  if (!isFirstFor(`${actor.workspaceId} ${machineId ?? ''} ${sessionId}`)) return;
  const agentType = agentTypeOf(source);
  touchSession(actor.workspaceId, {
    sessionId,
    machineId: machineId ?? '',
    agentType,
    agentName: agentTypeName(agentType) ?? '',
    repoKey: repoKey ?? '',
    cwd: input.projectDir ?? cwd ?? '',
    line: toolLine(input.toolName, input.toolInputs?.[0], cwd) ?? call.tool,
  }).catch((error) => log.warn('it was not noted that a hook was heard of', { error }));
}

/** Whether this is the first call of the session within the last seconds in this process: a burst writes once. */
function isFirstFor(session: string): boolean {
  shared.nodSeen ??= new Map();
  const seen = shared.nodSeen;
  const now = performance.now();
  if ((seen.get(session) ?? -silentMs) > now - silentMs / 2) return false;
  seen.delete(session);
  seen.set(session, now);
  if (seen.size > 5000) seen.delete(seen.keys().next().value ?? '');
  return true;
}
