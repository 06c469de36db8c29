import type { GatePolicy, GateVerdict } from '@/lib/contract/policy';
import { toolCallOf } from '@/lib/policies/tool-call';
import { textIn } from '@/lib/policies/tool-input';
import { environmentVariable } from '../environment';
import { HttpError, postJson } from '../http';
import type { HookContext } from './context';
import { gateInputs } from './gate-inputs';
import { isFields } from './read-call';
import { resolvePath } from './resolve-path';

const longestWaitMs = 5000;

/** What the server says to a call that it cannot read: nested too deep, longer than it takes, without a name. */
const aboutTheCall = [400, 413];

/**
 * Asks the server whether this tool call may run (spec 6.5); undefined when it will not judge a call like this. Throws a sentence when it
 * gave no verdict that this hook can follow.
 */
export async function askGate(context: HookContext): Promise<GateVerdict | undefined> {
  const { server, apiKey } = context;
  const asked = postJson({
    server,
    apiKey,
    path: '/api/agent/gate',
    body: gateCall(context),
    timeoutMs: longestWaitMs,
  });
  const { status, value } = await asked.catch((error: unknown) => {
    if (error instanceof HttpError) throw new Error(`${server} cannot be reached: ${error.message}`);
    throw error;
  });
  if (aboutTheCall.includes(status)) return undefined;
  if (status !== 200) throw new Error(`${server} answered ${status}${sentence(value)}`);
  return verdictIn(value);
}

function gateCall({ agentId, call, cwd, repository, machineId }: HookContext): object {
  const { toolName = '', toolInputs, sessionId } = call;
  const { kind } = toolCallOf({ toolName, toolInputs });
  return {
    v: 1,
    source: agentId,
    toolName,
    toolInputs: gateInputs(kind, toolInputs),
    cwd,
    resolvedCwd: resolvePath(cwd, '.') ?? undefined,
    repoKey: repository.repoKey,
    sessionId,
    machineId,
    repoRoot: repository.root,
    projectDir: environmentVariable('CLAUDE_PROJECT_DIR') ?? environmentVariable('GEMINI_PROJECT_DIR'),
    ...(kind === 'edit' || kind === 'read'
      ? { resolvedPaths: resolvedPathsOf(call.toolName ?? '', toolInputs, cwd) }
      : {}),
    caseSensitive: process.platform !== 'darwin' && process.platform !== 'win32',
  };
}

/** For the paths of each input, as the gate finds them, where they lead. */
const resolvedPathsOf = (toolName: string, toolInputs: unknown[], cwd: string): (string | null)[][] =>
  toolInputs.map((input) =>
    toolCallOf({ toolName, toolInputs: [input] }).inputs.flatMap(({ paths = [] }) =>
      paths.map(({ written }) => resolvePath(cwd, written)),
    ),
  );

const kinds = ['allow', 'deny', 'kill', 'ask', 'no_opinion'] as const;
const modes = ['push_first', 'push_only', 'notify_only', 'terminal_only'] as const;
const timeoutActions = ['approve', 'deny', 'escalate', 'wait'] as const;

/** Read by hand: the schemas of lib/contract would take longer to load than everything else here. */
function verdictIn(value: unknown): GateVerdict {
  if (!isFields(value)) throw new Error('The server answered something else than a verdict.');
  const kind = kinds.find((known) => known === value.kind);
  if (!kind) throw new Error('The server gave a verdict that this hook does not know. Update it with: nod setup');
  const context = isFields(value.questionContext) ? value.questionContext : undefined;
  return {
    kind,
    reason: textIn(value, 'reason'),
    ...(kind === 'ask' ? { policy: policyIn(value.policy) } : {}),
    ...(kind === 'ask' && value.ownRulesStand === true ? { ownRulesStand: true } : {}),
    ...(context
      ? {
          questionContext: {
            toolName: textIn(context, 'toolName') ?? '',
            toolTarget: textIn(context, 'toolTarget') ?? '',
          },
        }
      : {}),
    scopePath: textIn(value, 'scopePath'),
    scopeReason: textIn(value, 'scopeReason'),
  };
}

/** The defaults of Nod stand in for what is missing. */
function policyIn(value: unknown): GatePolicy {
  const given = isFields(value) ? value : {};
  const seconds = (name: string, otherwise: number): number => {
    const number = given[name];
    return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : otherwise;
  };
  return {
    mode: modes.find((known) => known === given.mode) ?? 'push_only',
    timeoutSeconds: seconds('timeoutSeconds', 45),
    timeoutAction: timeoutActions.find((known) => known === given.timeoutAction) ?? 'escalate',
    pushFirstSeconds: seconds('pushFirstSeconds', 20),
  };
}

function sentence(value: unknown): string {
  const text = isFields(value) ? textIn(value, 'error', 'message') : undefined;
  return text ? `: ${text}` : '.';
}
