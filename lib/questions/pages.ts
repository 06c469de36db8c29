import type { MemberActor } from '@/lib/actor';
import { alwaysOffer } from '@/lib/policies/always-allow';
import { type RuleLine, ruleLineOf } from '@/lib/policies/rule-line';
import { selectPreset, selectRules } from '@/lib/policies/rules.sql';
import { selectDeliveryFacts, selectOthersWaiting, selectQuestionDetail } from '@/lib/questions/detail.sql';
import { selectPending } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';
import type { QuestionRow } from '@/lib/questions/row';
import { questionPageView, questionSummary } from '@/lib/questions/view';
import { scopesOfQuestions } from '@/lib/scopes/of-question';

/** Most questions in the Waiting list; the limit of pending questions keeps it far below. */
const listLimit = 200;

/** Everything the decision page needs; undefined when there is no such question in this member's workspace. */
export async function questionPage(actor: MemberActor, id: string) {
  const row = await readQuestion(actor.workspaceId, id);
  if (!row || row.kind === 'decision') return undefined;
  const [detail, deliveries, others, scopes] = await Promise.all([
    selectQuestionDetail(row.id),
    selectDeliveryFacts('question_id', row.id),
    selectOthersWaiting(actor.workspaceId, row.id),
    scopesOfQuestions(actor.workspaceId, [row]),
  ]);
  if (!detail) return undefined;
  const offer = row.state === 'pending' ? alwaysOffer(row) : undefined;
  const ruleLine = await ruleLineFor(row);
  return {
    view: {
      ...questionPageView(row, detail, deliveries, actor),
      ...scopes.get(row.id),
      ...(offer ? { offer } : {}),
      ...(ruleLine ? { ruleLine } : {}),
    },
    others,
  };
}

/** Which rule led a hook's call here; rules are read only for a call that still waits. */
async function ruleLineFor(row: QuestionRow): Promise<RuleLine | undefined> {
  if (row.state !== 'pending' || !row.is_hook_ask) return undefined;
  const [rules, preset] = await Promise.all([selectRules(row.workspace_id), selectPreset(row.workspace_id)]);
  return ruleLineOf(row, { rules, preset });
}

/** Every question that waits in this workspace, oldest first. */
export async function waitingQuestions(actor: MemberActor) {
  return questionSummaries(actor.workspaceId, await selectPending(actor.workspaceId, listLimit));
}

/** What lists show of questions of one workspace, with the scopes that they are about. */
export async function questionSummaries(workspaceId: string, rows: QuestionRow[]) {
  const scopes = await scopesOfQuestions(workspaceId, rows);
  return rows.map((row) => ({ ...questionSummary(row), ...scopes.get(row.id) }));
}
