import type { AgentId } from '@/cli/agents/agent';
import { allAgents } from '@/cli/agents/all';
import type { AgentConfig, Machine } from '@/cli/agents/config';
import { fail } from '@/cli/output';
import { confirm, isInteractive } from './dialog';
import { isOnMachine } from './machine';

const isId = (id: string): id is AgentId => allAgents.some((agent) => agent.id === id);

/** The agents that were named. Ends the command with `usage` when there is none of a name. */
export function namedAgents(names: string[]): AgentConfig[] {
  const unknown = names.find((name) => !isId(name));
  if (unknown !== undefined)
    fail(`There is no agent "${unknown}". Known are ${allAgents.map(({ id }) => id).join(', ')}.`, 'usage');
  return allAgents.filter(({ id }) => names.includes(id));
}

/** The agents that setup is for: those that were named, else those found that the person wants. */
export async function chooseAgents(machine: Machine, names: string[], yes: boolean): Promise<AgentConfig[]> {
  if (names.length > 0) return namedAgents(names);
  const found = allAgents.filter((agent) => isOnMachine(agent, machine));
  if (found.length === 0) {
    const known = allAgents.map(({ name }) => name).join(', ');
    fail(`No coding agent was found on this machine. Nod knows ${known}. Name one with --agent to set it up anyway.`);
  }
  if (yes || !isInteractive()) return found;
  const chosen: AgentConfig[] = [];
  for (const agent of found) if (await confirm(`Connect ${agent.name}?`)) chosen.push(agent);
  return chosen;
}
