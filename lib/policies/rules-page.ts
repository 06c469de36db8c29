import type { MemberActor } from '@/lib/actor';
import type { PolicyPreset } from '@/lib/contract/policy';
import { type TriedTool, triedTools } from '@/lib/contract/policy-forms';
import { asAppError } from '@/lib/errors';
import { isId } from '@/lib/ids';
import { rulesInOrder } from '@/lib/policies/decide';
import type { Decision } from '@/lib/policies/decision';
import { type RuleRow, selectPreset, selectRepositories, selectRule, selectRules } from '@/lib/policies/rules.sql';
import { listSuggestions, type Suggestion } from '@/lib/policies/suggestions';
import { tryCall } from '@/lib/policies/try-call';

/** A call that was tried, and what came of it. */
export interface Tried {
  tool: TriedTool;
  text: string;
  repoKey: string;
  decision?: Decision;
  /** What is wrong with it, in a sentence. */
  problem?: string;
}

export interface PoliciesPage {
  preset: PolicyPreset;
  /** The most specific first: the order in which they are looked at. */
  rules: RuleRow[];
  suggestions: Suggestion[];
  repositories: string[];
  tried: Tried;
}

const repositoriesShown = 50;
const one = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Everything on /policies; `asked` is what its address says of a call to try. */
export async function policiesPage(
  actor: MemberActor,
  asked: Record<string, string | string[] | undefined>,
): Promise<PoliciesPage> {
  const { workspaceId } = actor;
  const [rows, preset, repositories] = await Promise.all([
    selectRules(workspaceId),
    selectPreset(workspaceId),
    selectRepositories(workspaceId, repositoriesShown),
  ]);
  const standing = { rules: rows, preset };
  const [suggestions, tried] = await Promise.all([listSuggestions(actor, standing), triedOf(actor, asked, standing)]);
  return { preset, rules: rulesInOrder(rows), suggestions, repositories, tried };
}

async function triedOf(
  actor: MemberActor,
  asked: Record<string, string | string[] | undefined>,
  standing: { rules: RuleRow[]; preset: PolicyPreset },
): Promise<Tried> {
  const tool = triedTools.find((known) => known === asked.tool) ?? 'command';
  // A form ends its lines as the web does; a shell would not understand them.
  const tried = { tool, text: one(asked.command).replaceAll('\r\n', '\n'), repoKey: one(asked.repo) };
  if (tried.text.trim() === '') return tried;
  try {
    const input = { tool, text: tried.text, ...(tried.repoKey ? { repoKey: tried.repoKey } : {}) };
    return { ...tried, decision: await tryCall(actor, input, standing) };
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code !== 'invalid_request') throw thrown;
    return { ...tried, problem: `It cannot be tried: it ${error.issues?.[0]?.message ?? 'cannot be read'}.` };
  }
}

/** One rule in force, for its own page; undefined when there is none, or it is another workspace's. */
export const ruleOf = async (actor: MemberActor, id: string): Promise<RuleRow | undefined> =>
  isId(id) ? selectRule(actor.workspaceId, id) : undefined;

/** The repositories that a form suggests. */
export const repositoriesOf = (actor: MemberActor): Promise<string[]> =>
  selectRepositories(actor.workspaceId, repositoriesShown);
