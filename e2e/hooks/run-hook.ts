import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Machine, makeMachine, type Running, startNod } from '../cli/run-nod';
import type { NodServer } from '../server/start-server';

/** What an agent writes to its hook, without what is the same for all its events. */
export interface HookEvent {
  agent?: string;
  hook_event_name: string;
  tool_name?: string;
  tool_input?: unknown;
  [field: string]: unknown;
}

export interface HookEnd {
  /** What was printed, as JSON; undefined when nothing was. */
  answer: unknown;
  /** The decision in it: allow, deny or ask. */
  decision: string | undefined;
  reason: string;
  stderr: string;
}

export interface HookMachine {
  machine: Machine;
  cwd: string;
  start(event: HookEvent): { ended: Promise<HookEnd>; running: Running };
  run(event: HookEvent): Promise<HookEnd>;
}

/** A machine that is signed in, with an agent in one session on it; its hooks run as the agent would run them. */
export async function makeHookMachine(
  { url }: NodServer,
  apiKey: string,
  { sessionId, cwd }: { sessionId: string; cwd?: string },
): Promise<HookMachine> {
  const machine = await makeMachine();
  const config = path.join(machine.home, 'config');
  await writeCredentials(config, { server: url, apiKey, machineId: 'e2e0e2e0' });
  const folder = cwd ?? machine.home;
  const start = ({ agent = 'claude-code', ...event }: HookEvent) => {
    const input = JSON.stringify({ session_id: sessionId, cwd: folder, permission_mode: 'default', ...event });
    const running = startNod(machine, ['hook', agent], { input, env: { NOD_CONFIG_DIR: config } });
    return { running, ended: running.ended.then(({ code, stdout, stderr }) => endOf(code, stdout, stderr)) };
  };
  return { machine, cwd: folder, start, run: (event) => start(event).ended };
}

async function writeCredentials(folder: string, credentials: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'credentials.json'), JSON.stringify(credentials));
}

function endOf(code: number | null, stdout: string, stderr: string): HookEnd {
  if (code !== 0) throw new Error(`The hook ended with ${code}: ${stderr}`);
  const answer = stdout === '' ? undefined : (JSON.parse(stdout) as Record<string, Record<string, unknown>>);
  const output = answer?.hookSpecificOutput ?? {};
  const decided = output.decision as { behavior?: string; message?: string } | undefined;
  return {
    answer,
    decision: (output.permissionDecision as string | undefined) ?? decided?.behavior,
    reason: String(output.permissionDecisionReason ?? decided?.message ?? ''),
    stderr,
  };
}
