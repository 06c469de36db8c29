import { operation } from '@/lib/contract/operation';
import { GateCall, GateVerdict, PoliciesForHooks, PolicyForHookQuery } from '@/lib/contract/policy';
import {
  AgentEvent,
  CommandAck,
  HookReport,
  HookReportTaken,
  ModeForHook,
  ModeForHookResult,
  NothingYet,
} from '@/lib/contract/session';

const shared = { tag: 'Hook API', keys: ['agent', 'full'], hook: true } as const;

export const gate = operation({
  ...shared,
  id: 'gate',
  method: 'POST',
  path: '/api/agent/gate',
  summary: 'May this tool run?',
  description:
    'Asked before every tool call of an agent; answers from the rules, the scope in force and the kill switch, and never waits for a person. ' +
    'With `ask`, the hook asks the person itself. A tool that Nod does not gate is `no_opinion` with the reason `not_gated`. Fields that Nod does not know are ignored.',
  body: GateCall,
  maxBytes: 2_097_152,
  response: GateVerdict,
  examples: [
    {
      summary: 'A command that no rule names',
      body: {
        v: 1,
        source: 'claude-code',
        toolName: 'Bash',
        toolInputs: [{ command: 'npm publish' }],
        cwd: '/home/ada/shop',
        repoKey: 'github.com/acme/shop',
        sessionId: 'session-1',
        machineId: '1f3a5c7e',
      },
    },
  ],
});

export const policiesForHooks = operation({
  ...shared,
  id: 'policiesForHooks',
  method: 'GET',
  path: '/api/mcp/policy',
  summary: 'The rules, for hooks that decide by themselves',
  query: PolicyForHookQuery,
  response: PoliciesForHooks,
  examples: [{ summary: 'With the rules of single repositories', query: { repoAware: '1' } }],
});

export const modeForHook = operation({
  ...shared,
  id: 'modeForHook',
  method: 'GET',
  path: '/api/mcp/mode',
  summary: 'The mode that holds for now, and the kill switch',
  query: ModeForHook,
  response: ModeForHookResult,
  examples: [{ summary: 'Of one session', query: { session: 'session-1' } }],
});

export const reportHooks = operation({
  ...shared,
  id: 'reportHooks',
  method: 'POST',
  path: '/api/agent/hook',
  summary: 'Report what hooks saw',
  description: 'In batches. A report whose `hookId` came before counts once, and what Nod does not know is ignored.',
  body: HookReport,
  maxBytes: 262_144,
  response: HookReportTaken,
  examples: [
    {
      summary: 'A session begins',
      body: {
        v: 1,
        machineId: '1f3a5c7e',
        app: 'claude-code',
        envelopes: [
          {
            wire: 1,
            hookId: 'hook-0001',
            source: 'claude-code',
            event: 'SessionStart',
            sentAt: '2027-01-15T09:00:00Z',
            cwd: '/home/ada/shop',
            repoKey: 'github.com/acme/shop',
            payload: '{"session_id":"session-1"}',
          },
        ],
      },
    },
  ],
});

export const reportEvent = operation({
  ...shared,
  id: 'reportEvent',
  method: 'POST',
  path: '/api/agent/event',
  summary: 'Report one event of a session',
  description:
    'For agents without hooks: `session_start`, `user_prompt`, `session_end`, `session_closed`. A command to the agent would come in the answer; there are none yet.',
  body: AgentEvent,
  maxBytes: 262_144,
  response: NothingYet,
  examples: [
    {
      summary: 'A person typed',
      body: { event: 'user_prompt', agentType: 'hermes', sessionId: 'session-1', machineId: '1f3a5c7e' },
    },
  ],
});

export const acknowledgeCommand = operation({
  ...shared,
  id: 'acknowledgeCommand',
  method: 'POST',
  path: '/api/agent/command/ack',
  summary: 'Acknowledge a command',
  description: 'Nod gives no commands yet, so there is nothing to note.',
  body: CommandAck,
  response: NothingYet,
  examples: [{ summary: 'Delivered', body: { commandId: 'command-1', sessionId: 'session-1', state: 'delivered' } }],
});
