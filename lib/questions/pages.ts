import type { MemberActor } from '@/lib/actor';
import { selectDeliveryFacts, selectOthersWaiting, selectQuestionDetail } from '@/lib/questions/detail.sql';
import { selectPending } from '@/lib/questions/questions.sql';
import { readQuestion } from '@/lib/questions/read';
import { questionPageView, questionSummary } from '@/lib/questions/view';

/** Most questions in the Waiting list; the limit of pending questions keeps it far below. */
const listLimit = 200;

/** Everything the decision page needs; undefined when there is no such question in this member's workspace. */
export async function questionPage(actor: MemberActor, id: string) {
  const row = await readQuestion(actor.workspaceId, id);
  if (!row || row.kind === 'decision') return undefined;
  const [detail, deliveries, others] = await Promise.all([
    selectQuestionDetail(row.id),
    selectDeliveryFacts('question_id', row.id),
    selectOthersWaiting(actor.workspaceId, row.id),
  ]);
  if (!detail) return undefined;
  return { view: questionPageView(row, detail, deliveries, actor), others };
}

/** Every question that waits in this workspace, oldest first. */
export async function waitingQuestions(actor: MemberActor) {
  return (await selectPending(actor.workspaceId, listLimit)).map(questionSummary);
}
