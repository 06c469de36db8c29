import type { AgentConfig } from '@/cli/agents/config';
import { readArguments } from '@/cli/arguments';
import { finish, say } from '@/cli/output';
import { mcpAddress } from '@/lib/keys/mcp-entry';
import { installBundle, installedBundle, lastingNode, runningBundle } from './bundle';
import { carryOut, type Outcome } from './carry-out';
import { cautionsOn } from './cautions';
import { chooseAgents } from './choose-agents';
import { readInstalled } from './installed';
import { thisMachine } from './machine';
import { hookCommand } from './own-hook';
import { planSetup } from './plan';
import { keyForAgents } from './sign-in';

/** Connects the coding agents of this machine: the MCP entry and the hooks of each. Exit code 1 when one could not be. */
export async function runSetup(args: string[]): Promise<void> {
  const { values } = readArguments(args, {
    command: 'setup',
    options: {
      agent: { type: 'string', multiple: true },
      key: { type: 'string' },
      yes: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
  });
  await setUp({
    ...values,
    agents: values.agent ?? [],
    yes: values.yes ?? false,
    dryRun: values['dry-run'] ?? false,
    bundle: runningBundle(),
  });
}

interface SetupOptions {
  agents: string[];
  server?: string | undefined;
  key?: string | undefined;
  yes: boolean;
  dryRun: boolean;
  /** The file that becomes the program of the hooks. */
  bundle: string;
}

/** What {@link runSetup} does. */
export async function setUp(options: SetupOptions): Promise<void> {
  const machine = thisMachine();
  const agents = await chooseAgents(machine, options.agents, options.yes || options.dryRun);
  if (agents.length === 0) return finish({ agents: [] }, 'Nothing was chosen, so nothing was changed.');
  say(`Setting up: ${agents.map(({ name }) => name).join(', ')}`);
  const key = await keyForAgents(
    options,
    agents.map(({ id }) => id),
  );
  const access = (agent: AgentConfig) => ({
    url: mcpAddress(key.server),
    apiKey: key.apiKey,
    hookCommand: hookCommand(lastingNode(), installedBundle(), agent.id),
  });
  const outcomes = await carryOut(
    agents,
    (agent) => planSetup(agent, { machine, installed: readInstalled(), access }),
    { ...options, before: () => installBundle(options.bundle) },
  );
  tell(outcomes, options.dryRun);
}

function tell(outcomes: Outcome[], dryRun: boolean): void {
  const isDone = outcomes.some(({ state }) => state === 'changed');
  const nextSteps = (outcome: Outcome) => (outcome.state === 'changed' ? outcome.agent.nextSteps : []);
  const lines = outcomes.flatMap((outcome) => [
    `${outcome.agent.name}: ${words[outcome.state]}`,
    ...[...outcome.problems, ...outcome.notes, ...cautionsOn(outcome), ...nextSteps(outcome)].map(
      (text) => `  - ${text}`,
    ),
  ]);
  const end = dryRun ? 'Nothing was changed: this was a dry run.' : isDone ? 'Then check it all with: nod doctor' : '';
  finish(
    {
      dryRun,
      agents: outcomes.map((outcome) => ({
        id: outcome.agent.id,
        name: outcome.agent.name,
        state: outcome.state,
        files: outcome.files,
        problems: outcome.problems,
        notes: [...outcome.notes, ...cautionsOn(outcome)],
        nextSteps: nextSteps(outcome),
      })),
    },
    [...lines, end].filter(Boolean).join('\n'),
  );
}

const words: Record<Outcome['state'], string> = {
  changed: 'connected',
  unchanged: 'was connected already, nothing to change',
  planned: 'would be connected',
  failed: 'not connected',
};
