import { afterSettled } from '@/lib/questions/after-settled';
import { settleAsExpired } from '@/lib/questions/questions.sql';

/** Settles questions whose deadline has passed and that nobody has read since: their notifications must go. */
export async function expireQuestions(limit: number): Promise<number> {
  const settled = await settleAsExpired(undefined, limit);
  await afterSettled(settled);
  return settled.length;
}
