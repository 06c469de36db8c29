import { randomUUID } from 'node:crypto';
import { callNod, type SignedIn } from '@/cli/call';
import { version } from '@/cli/commands/version';
import type { Site } from '@/cli/site';

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** What to do about it. */
  next?: string;
}

/** Whether the server is of the version of this CLI: it hands out its own. */
export function checkVersion(site: Site, server: string): Check {
  const name = 'Version';
  if (site.version === version) return { name, ok: true, detail: version };
  const detail = `this is ${version}, the server is ${site.version}`;
  return { name, ok: false, detail, next: `Get the server's own: npx ${server}/nod.tgz setup` };
}

/** Whether a question would reach a device. */
export function checkDevice({ devices = 0 }: Site, server: string): Check {
  const name = 'Device';
  if (devices > 0) return { name, ok: true, detail: devices === 1 ? '1 is connected' : `${devices} are connected` };
  return {
    name,
    ok: false,
    detail: 'none is connected',
    next: `Open ${server}/devices on your phone and turn on questions`,
  };
}

/** Asks a question that reaches nobody, reads it back, and withdraws it: what an agent does, without ringing. */
export async function checkRoundTrip(signedIn: SignedIn): Promise<Check> {
  const name = 'Round trip';
  const began = performance.now();
  try {
    const question = 'nod doctor: does a question arrive?';
    const asked = await callNod(signedIn, 'ask_user', { question, env: 'test', wait: false, requestId: randomUUID() });
    if (asked.status === 'stopped')
      return { name, ok: false, detail: 'the kill switch is on', next: `Lift it: ${signedIn.server}/sessions` };
    const { correlationId } = asked;
    const read = await callNod(signedIn, 'wait_for_answer', { correlationId, timeoutMs: 0 });
    const { cancelled } = await callNod(signedIn, 'cancel_question', { correlationId });
    const took = `${Math.round(performance.now() - began)} ms`;
    if (read.status === 'pending' && cancelled === true)
      return { name, ok: true, detail: `asked, read and withdrew a test question in ${took}` };
    const detail = `a test question was ${read.status}, and ${cancelled ? 'withdrawn' : 'not withdrawn'}`;
    return { name, ok: false, detail, next: `Look at ${signedIn.server}/activity` };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** Whether Nod is in the configuration of each agent that is on this machine. */
export async function checkAgents(): Promise<Check[]> {
  const { inspectAgents } = await import('@/cli/setup/inspect');
  const { thisMachine } = await import('@/cli/setup/machine');
  const { areCodexHooksTrusted } = await import('./codex-trust');
  const found = inspectAgents().filter((agent) => agent.found);
  if (found.length === 0)
    return [
      {
        name: 'Agents',
        ok: false,
        detail: 'no coding agent was found on this machine',
        next: 'Install one, then: nod setup',
      },
    ];
  return found.map(({ id, name, mcp, hooks, note }) => {
    const missing = [mcp ? [] : ['the MCP server'], hooks ? [] : ['the hooks']].flat();
    const detail =
      missing.length > 0 ? `${missing.join(' and ')} of Nod: not installed` : 'MCP server and hooks are installed';
    const shown = note ? `${detail} (${note})` : detail;
    if (missing.length > 0) return { name, ok: false, detail: shown, next: `nod setup --agent ${id}` };
    if (id !== 'codex' || areCodexHooksTrusted(thisMachine())) return { name, ok: true, detail: shown };
    const next = 'Start codex, type /hooks, and approve those of Nod';
    return { name, ok: false, detail: `${shown}, but the hooks are not trusted yet: Codex skips them`, next };
  });
}
