import { existsSync } from 'node:fs';
import type { AgentId } from '@/cli/agents/agent';
import { allAgents } from '@/cli/agents/all';
import type { AgentConfig, Machine } from '@/cli/agents/config';
import { connection } from '@/cli/config';
import { mcpAddress } from '@/lib/keys/mcp-entry';
import { installedBundle, lastingNode } from './bundle';
import { isComplete, mcpOwner, type Wanted } from './config-file';
import { readInstalled } from './installed';
import { ownHooks } from './json-file';
import { isBlank, readJson } from './json-text';
import { isOnMachine, thisMachine } from './machine';
import { hookCommand } from './own-hook';
import { readText } from './read-file';
import { UneditableFile } from './uneditable-file';

/** What an agent has of Nod. */
export interface AgentState {
  id: AgentId;
  name: string;
  found: boolean;
  /** Whether it has an MCP entry that leads to Nod. */
  mcp: boolean;
  /** Whether it has every hook, and the program that they run is there. */
  hooks: boolean;
  /** Whether it has at least one. */
  hasOwnHooks: boolean;
  /** What is wrong or old, as a sentence. */
  note?: string;
}

/** Looks at every agent that setup knows, without changing anything. */
export function inspectAgents(): AgentState[] {
  const machine = thisMachine();
  return allAgents.map((agent) => inspect(agent, machine));
}

function inspect(agent: AgentConfig, machine: Machine): AgentState {
  const state = { id: agent.id, name: agent.name, found: isOnMachine(agent, machine) };
  const nothing = { ...state, mcp: false, hooks: false, hasOwnHooks: false };
  try {
    const files = agent.files(machine).map((file) => {
      const installed = readInstalled().files[file.path];
      const wanted: Wanted = { agent: agent.id, file, access: accessFor(agent), installed, trustsSight: false };
      const text = readText(file.path);
      return { ...look(text, wanted), owner: mcpOwner(text, wanted), isComplete: isComplete(text, wanted) };
    });
    const mcp = files.some(({ owner }) => owner === 'setup' || owner === 'by hand');
    const hasOwnHooks = files.some(({ own }) => own > 0);
    const hooks = hasOwnHooks && files.every(({ own, wanted }) => own >= wanted) && existsSync(installedBundle());
    const note = noteOn({ mcp, hasOwnHooks, isComplete: files.every((file) => file.isComplete) });
    return { ...nothing, mcp, hooks, hasOwnHooks, ...(note ? { note } : {}) };
  } catch (error) {
    if (!(error instanceof UneditableFile)) throw error;
    return { ...nothing, note: `A settings file of it cannot be used: ${error.message}.` };
  }
}

function look(text: string | undefined, { agent, file, access }: Wanted): { own: number; wanted: number } {
  if (file.format !== 'json') return { own: 0, wanted: 0 };
  const events = file.entries(access).filter(({ kind }) => kind === 'hook');
  const present = text === undefined || isBlank(text) ? [] : ownHooks(readJson(text), agent);
  const own = events.filter(({ path }) => present.some((hook) => hook.path.join() === path.join()));
  return { own: own.length, wanted: events.length };
}

function noteOn(state: { mcp: boolean; hasOwnHooks: boolean; isComplete: boolean }): string | undefined {
  if (state.hasOwnHooks && !existsSync(installedBundle()))
    return `Its hooks run ${installedBundle()}, which is gone. Run: nod setup`;
  if (state.hasOwnHooks && !state.isComplete) return 'It is not as setup would write it now. Run: nod setup';
  return undefined;
}

function accessFor(agent: AgentConfig) {
  const { server, apiKey } = connection();
  return {
    url: mcpAddress(server ?? ''),
    apiKey: apiKey ?? '',
    hookCommand: hookCommand(lastingNode(), installedBundle(), agent.id),
  };
}
