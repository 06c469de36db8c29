import type { AgentConfig, ConfigFile, Machine, NodAccess } from '@/cli/agents/config';
import { isComplete, mcpOwner, noteOfNothing, type Wanted, withNod, withoutNod } from './config-file';
import type { Installed } from './installed';
import type { InstalledFile } from './installed-file';
import { ownHooks } from './json-file';
import { isBlank, readJson } from './json-text';
import { readText } from './read-file';
import { UneditableFile } from './uneditable-file';

/** What is to happen to one file. Nothing when both texts are the same. */
export interface FilePlan {
  agent: AgentConfig;
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** The note to keep of it; undefined when nothing of Nod's is in it any more. */
  installed: InstalledFile | undefined;
}

/** What is to happen to the files of one agent. */
export interface AgentPlan {
  agent: AgentConfig;
  files: FilePlan[];
  /** Files that cannot be changed, as whole sentences. */
  problems: string[];
  notes: string[];
}

export interface Planning {
  machine: Machine;
  installed: Installed;
  access(agent: AgentConfig): NodAccess;
}

/** What setup has to do for an agent. An agent with a file that cannot be changed is left as it is. */
export function planSetup(agent: AgentConfig, planning: Planning): AgentPlan {
  const plan = planFiles(agent, planning, (text, wanted) => {
    // Its tools would be taken for Nod's own, which nobody is asked about.
    if (mcpOwner(text, wanted) === 'another')
      throw new UneditableFile('it has another MCP server that is called nod. Give that another name');
    if (isComplete(text, wanted)) return { after: text, installed: wanted.installed ?? untouched(text, wanted) };
    const { text: after, installed } = withNod(withoutNod(text, wanted), wanted);
    return { after, installed };
  });
  return plan.problems.length > 0 ? { ...plan, files: [] } : plan;
}

/**
 * The note of a file where the person had written all of it before. Not where hooks of setup's show that it was here and its note got lost.
 */
const untouched = (text: string | undefined, wanted: Wanted): InstalledFile | undefined =>
  wanted.trustsSight || text === undefined ? undefined : noteOfNothing(text);

/** What uninstall has to do for an agent. A file that cannot be changed keeps none of the others from it. */
export function planUninstall(agent: AgentConfig, planning: Planning): AgentPlan {
  return planFiles(agent, planning, (text, wanted) => ({ after: withoutNod(text, wanted), installed: undefined }));
}

type Change = (text: string | undefined, wanted: Wanted) => Pick<FilePlan, 'after' | 'installed'>;

function planFiles(agent: AgentConfig, planning: Planning, change: Change): AgentPlan {
  const plan: AgentPlan = { agent, files: [], problems: [], notes: [] };
  const files = agent.files(planning.machine);
  const trustsSight = files.some((file) => hasOwnHooks(file, agent));
  for (const file of files) {
    const installed = planning.installed.files[file.path];
    const wanted: Wanted = { agent: agent.id, file, access: planning.access(agent), installed, trustsSight };
    try {
      const before = readText(file.path);
      plan.files.push({ agent, path: file.path, before, ...change(before, wanted) });
      if (mcpOwner(before, wanted) === 'by hand')
        plan.notes.push(`${file.path} has an MCP entry for Nod that setup did not write: it stays as it is.`);
    } catch (error) {
      if (!(error instanceof UneditableFile)) throw error;
      plan.problems.push(`${file.path} was left as it is: ${error.message}.`);
    }
  }
  return plan;
}

/** Whether hooks of setup's are in a file; one that cannot be read says so elsewhere. */
function hasOwnHooks(file: ConfigFile, agent: AgentConfig): boolean {
  try {
    const text = file.format === 'json' ? readText(file.path) : undefined;
    return text !== undefined && !isBlank(text) && ownHooks(readJson(text), agent.id).length > 0;
  } catch (error) {
    if (error instanceof UneditableFile) return false;
    throw error;
  }
}

export const isChange = ({ before, after }: FilePlan): boolean => before !== after;
