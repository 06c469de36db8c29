import type { PolicyPreset } from '@/lib/contract/policy';
import type { DecidedPart, ToolCall } from '@/lib/policies/decision';

export type Line = Pick<DecidedPart, 'effect' | 'because'>;

/** Tools that plan or ask, and change nothing by themselves. */
const planning = new Set([
  'TodoWrite',
  'AskUserQuestion',
  'ExitPlanMode',
  'EnterPlanMode',
  'TodoRead',
  'TaskList',
  'TaskGet',
  'ToolSearch',
]);
/** MCP tools that say by their name that they cannot be undone, or reach other people. */
const weighty =
  /^(?:delete|deletes|drop|destroy|remove|purge|wipe|erase|deploy|publish|release|pay|payment|refund|transfer|send|charge|terminate|revoke|truncate|reset|execute|exec|run|shell|sql)$/;

/** The words of a name: `delete_repo`, `deleteRepo` and `DELETE-REPO` have the same. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const notGated: Line = { effect: 'no_opinion', because: 'No rule names it, and Nod leaves it to the agent' };

/** What the preset says where no rule does and no built-in line decided before. */
export function presetLine(preset: PolicyPreset, call: Pick<ToolCall, 'tool' | 'kind'>): Line {
  if (call.kind === 'shell') {
    return preset === 'hands_off'
      ? { effect: 'allow', because: 'No rule names it; hands-off allows what can be undone' }
      : { effect: 'ask', because: 'No rule names it' };
  }
  if (call.kind === 'edit') return editLines[preset];
  if (call.kind === 'mcp') {
    if (preset !== 'hands_off') return { effect: 'ask', because: 'No rule names this MCP tool' };
    const tool = call.tool.split('__').slice(2).join('__') || call.tool;
    return wordsOf(tool).some((word) => weighty.test(word))
      ? { effect: 'ask', because: 'Its name says that it cannot be undone or reaches others' }
      : { effect: 'allow', because: 'No rule names it; hands-off allows MCP tools' };
  }
  if (preset === 'careful' && call.kind !== 'read' && !planning.has(call.tool))
    return { effect: 'ask', because: 'No rule names it; careful asks before tools that do not only read' };
  return notGated;
}

const editLines: Record<PolicyPreset, Line> = {
  careful: { effect: 'ask', because: 'No scope is agreed; careful asks before edits' },
  balanced: notGated,
  hands_off: { effect: 'allow', because: 'No rule names it; hands-off allows edits' },
};
