import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { allAgents } from '@/cli/agents/all';
import { readArguments } from '@/cli/arguments';
import { configFolder, removeCredentials } from '@/cli/config';
import { finish } from '@/cli/output';
import { removeMadeFolders } from './apply';
import { removeBundle, removeEmptyFolder } from './bundle';
import { carryOut, type Outcome } from './carry-out';
import { namedAgents } from './choose-agents';
import { inspectAgents } from './inspect';
import { type Installed, readInstalled } from './installed';
import { thisMachine } from './machine';
import { planUninstall } from './plan';

/** Takes out of the agents' files what setup put in, and the program when no agent is left. Exit code 1 when a file could not be changed. */
export async function runUninstall(args: string[]): Promise<void> {
  const { values } = readArguments(args, {
    command: 'uninstall',
    options: {
      agent: { type: 'string', multiple: true },
      all: { type: 'boolean' },
      yes: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
  });
  const agents = values.agent ? namedAgents(values.agent) : allAgents;
  const dryRun = values['dry-run'] ?? false;
  const machine = thisMachine();
  // Neither key nor command matters for taking out.
  const access = () => ({ url: '', apiKey: '', hookCommand: '' });
  const before: Installed = readInstalled();
  const outcomes = await carryOut(
    agents,
    (agent) => planUninstall(agent, { machine, installed: readInstalled(), access }),
    { yes: values.yes ?? false, dryRun },
  );
  if (!dryRun) tidyUp(before, values.all ?? false);
  tell(outcomes, dryRun);
}

/** What only the hooks need goes with the last of them. */
function tidyUp(before: Installed, all: boolean): void {
  const isLeft =
    Object.keys(readInstalled().files).length > 0 || inspectAgents().some(({ hasOwnHooks }) => hasOwnHooks);
  if (!isLeft) {
    removeBundle();
    removeFolder('hook-state');
  }
  removeMadeFolders(before);
  if (all) {
    removeCredentials();
    removeFolder('backups');
  }
  removeEmptyFolder(configFolder());
}

const removeFolder = (name: string): void => rmSync(join(configFolder(), name), { recursive: true, force: true });

function tell(outcomes: Outcome[], dryRun: boolean): void {
  const touched = outcomes.filter(({ state, notes }) => state !== 'unchanged' || notes.length > 0);
  const lines = touched.flatMap(({ agent, state, problems, notes }) => [
    `${agent.name}: ${words[state]}`,
    ...[...problems, ...notes].map((text) => `  - ${text}`),
  ]);
  if (touched.length === 0) lines.push('Nothing of Nod was found in the agents of this machine.');
  if (dryRun) lines.push('Nothing was changed: this was a dry run.');
  finish(
    {
      dryRun,
      agents: outcomes.map(({ agent, ...outcome }) => ({ id: agent.id, name: agent.name, ...outcome })),
    },
    lines.join('\n'),
  );
}

const words: Record<Outcome['state'], string> = {
  changed: 'Nod was taken out',
  unchanged: 'nothing of Nod is left',
  planned: 'Nod would be taken out',
  failed: 'not everything could be taken out',
};
