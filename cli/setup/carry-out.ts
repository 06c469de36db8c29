import type { AgentConfig } from '@/cli/agents/config';
import { fail, say } from '@/cli/output';
import { applyPlan } from './apply';
import { confirm, isInteractive } from './dialog';
import { unifiedDiff } from './diff';
import { type AgentPlan, isChange } from './plan';
import { withSetupLock } from './setup-lock';

/** What became of one agent. */
export interface Outcome {
  agent: AgentConfig;
  /** `planned` is what a dry run says instead of changed. */
  state: 'changed' | 'unchanged' | 'planned' | 'failed';
  /** The files that were changed, or would be. */
  files: string[];
  problems: string[];
  notes: string[];
}

interface Manner {
  yes: boolean;
  dryRun: boolean;
  /** Runs before the first agent's files are written, and also when there is nothing to write. */
  before?: () => void;
}

/**
 * Shows what is to change, asks, and writes it, agent by agent. Sets exit code 1 when one could not be changed. Ends the command when nobody can
 * be asked, or says no.
 */
export async function carryOut(
  agents: AgentConfig[],
  planOf: (agent: AgentConfig) => AgentPlan,
  manner: Manner,
): Promise<Outcome[]> {
  const shown = agents.map(planOf);
  const changes = shown.flatMap(({ files }) => files.filter(isChange));
  for (const { path, before, after } of changes) say(`\n${unifiedDiff(path, before, after)}`);
  if (changes.length > 0) say('');
  if (manner.dryRun) return ending(shown.map((plan) => outcomeOf(plan, 'planned')));
  if (changes.length > 0) await askFirst(manner.yes);
  return withSetupLock(() => {
    manner.before?.();
    return ending(shown.map((plan) => write(plan, planOf)));
  });
}

async function askFirst(yes: boolean): Promise<void> {
  if (yes) return;
  if (!isInteractive()) fail('Nothing was changed: nobody can be asked here. Add --yes to change it.', 'usage');
  if (!(await confirm('Change these files?'))) fail('Nothing was changed.');
}

/** Another setup may have run while the person read: what it did already is fine, anything else is for the person to see first. */
function write(shown: AgentPlan, planOf: (agent: AgentConfig) => AgentPlan): Outcome {
  const plan = planOf(shown.agent);
  const seen = new Map(shown.files.map(({ path, after }) => [path, after]));
  const isNews = plan.files.some((file) => isChange(file) && seen.get(file.path) !== file.after);
  try {
    if (isNews) throw new Error('A file was changed by something else meanwhile. Run it again.');
    applyPlan(plan);
  } catch (error) {
    return { ...outcomeOf(plan, 'planned'), state: 'failed', problems: [...plan.problems, (error as Error).message] };
  }
  return outcomeOf(plan, 'changed');
}

function outcomeOf({ agent, files, problems, notes }: AgentPlan, ifChanged: 'changed' | 'planned'): Outcome {
  const changed = files.filter(isChange).map(({ path }) => path);
  const state = problems.length > 0 ? 'failed' : changed.length > 0 ? ifChanged : 'unchanged';
  return { agent, state, files: changed, problems, notes };
}

function ending(outcomes: Outcome[]): Outcome[] {
  if (outcomes.some(({ state }) => state === 'failed')) process.exitCode = 1;
  return outcomes;
}
