import { test } from '@playwright/test';
import { type NodServer, startServer } from '../server/start-server';
import { firstWorkspace, makeKey, openPage } from '../server/workspace';
import type { Agent } from './agent';
import { claudeCode } from './claude-code';
import { codex } from './codex';
import { installAgents } from './install-agents';

const installTimeoutMs = 300_000;

export type AgentId = Agent['id'];
export const agentIds: AgentId[] = ['claude-code', 'codex'];

/** The real agents by their names. Leaves the tests of this file out, and says why, where they cannot be had. */
export async function realAgents(): Promise<Record<AgentId, Agent>> {
  test.setTimeout(installTimeoutMs);
  const installed = await installAgents();
  if ('missing' in installed) {
    test.skip(true, installed.missing);
    throw new Error(installed.missing);
  }
  return { 'claude-code': claudeCode(installed.claude), codex: codex(installed.codex) };
}

/** A server with somebody at a page of it, and a key as setup would get one. */
export async function startAttendedServer(): Promise<{ server: NodServer; apiKey: string }> {
  const server = await startServer();
  const workspace = await firstWorkspace(server.query);
  // The page that answers lies open in front of the tests, and must not count as a person who needs no question.
  await server.query(`UPDATE member SET delivery_mode = 'push_only'`);
  await openPage(server.query, workspace);
  return { server, apiKey: await makeKey(server.query, workspace, 'agent') };
}
