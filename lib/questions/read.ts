import { isId } from '@/lib/ids';
import { afterSettled } from '@/lib/questions/after-settled';
import { selectQuestion, settleAsExpired } from '@/lib/questions/questions.sql';
import type { QuestionRow } from '@/lib/questions/row';

/**
 * Reads one question of a workspace; undefined when it does not exist there. A deadline found passed is settled first by
 * compare-and-set, so that nobody is told "expired" about something that was answered (design, decision 4).
 */
export async function readQuestion(workspaceId: string, id: string): Promise<QuestionRow | undefined> {
  if (!isId(id)) return undefined;
  const row = await selectQuestion(workspaceId, id);
  if (row?.state !== 'pending' || row.expires_in_ms === null || row.expires_in_ms > 0) return row;
  await afterSettled(await settleAsExpired([id], 1));
  return selectQuestion(workspaceId, id);
}
