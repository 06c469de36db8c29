import type { KeyActor } from '@/lib/actor';
import type { PoliciesForHooks, PolicyRule } from '@/lib/contract/policy';
import { policyOf } from '@/lib/gate/judge';
import { type HookPoliciesRow, selectHookPolicies } from '@/lib/gate/policies-for-hooks.sql';
import { readPattern } from '@/lib/policies/pattern';

type HookPolicy = PoliciesForHooks['policies'][number];

/**
 * The rules as the older hooks take them (spec 6.5): those compare names and beginnings and know no parser, so an allow is sent only where
 * its words cannot cover what they do not say; what is denied or asked is always sent. Without `repoAware` a hook does not know
 * repositories: what a rule of one repository denies or asks holds everywhere then, and what it allows nowhere.
 */
export async function policiesForHooks(actor: KeyActor, repoAware: boolean): Promise<PoliciesForHooks> {
  const row = await selectHookPolicies(actor.workspaceId, actor.memberId);
  const known = new Map<string, HookPolicy>();
  for (const rule of row.rules) {
    if (rule.repoKey !== null && !repoAware && rule.effect === 'allow') continue;
    const policy = asOlderHooksTakeIt(rule, row);
    if (!policy) continue;
    const { repoKey, ...everywhere } = policy;
    const sent = repoAware ? policy : everywhere;
    // Of two for one pattern the stricter is told: these hooks take the first they find.
    const place = `${sent.tool} ${repoAware ? (repoKey ?? '') : ''}`;
    const before = known.get(place);
    if (!before || strictness(sent) > strictness(before)) known.set(place, sent);
  }
  return {
    policies: [...known.values()],
    defaultTimeoutSeconds: row.push_only_seconds,
    defaultTimeoutAction: 'escalate',
    defaultMode: row.mode,
    defaultPushFirstSeconds: row.push_first_seconds,
    ...(row.mode_override ? { modeOverride: row.mode_override } : {}),
  };
}

const strictness = ({ timeoutSeconds, timeoutAction }: HookPolicy): number =>
  timeoutSeconds > 0 ? 1 : timeoutAction === 'deny' ? 2 : 0;

function asOlderHooksTakeIt(rule: PolicyRule, row: HookPoliciesRow): HookPolicy | undefined {
  const policy = {
    tool: rule.pattern,
    ...policyOf(rule, row),
    ...(rule.repoKey === null ? {} : { repoKey: rule.repoKey }),
  };
  if (rule.effect === 'ask') return policy;
  if (rule.effect === 'deny') return { ...policy, timeoutSeconds: 0, timeoutAction: 'deny' };
  return namesWhatItAllows(rule.pattern) ? { ...policy, timeoutSeconds: 0, timeoutAction: 'approve' } : undefined;
}

/** Whether an allow is of one command, of a beginning, or of one tool of an MCP server: never a whole shell, never everything. */
function namesWhatItAllows(pattern: string): boolean {
  const read = readPattern(pattern);
  return 'ok' in read && (read.ok.kind === 'exact' || read.ok.kind === 'prefix');
}
