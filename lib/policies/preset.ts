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

/** These too, where nothing before them says that it is only looked at: `cancel_order`, `post_message`, but not `get_post`. */
const weightyAlone = /^(?:rm|kill|eval|bash|command|cancel|buy|order|post|reply|email|invite|merge|upload|force)$/;
const looksAt = /^(?:get|list|read|search|find|view|show|describe|fetch|count|query|lookup|check)$/;
/** Words run together: `deleterepo`, `sendmail`. */
const weightyStart =
  /^(?:delete|destroy|remove|purge|wipe|erase|deploy|publish|refund|transfer|send|execute|terminate|revoke|truncate|cancel|upload|invite)/;

function isWeighty(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== '');
  const [first = ''] = words;
  if (words.some((word) => weighty.test(word)) || weightyStart.test(first)) return true;
  return !looksAt.test(first) && words.some((word) => weightyAlone.test(word));
}

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
    return isWeighty(tool)
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
