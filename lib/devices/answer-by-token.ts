import type { z } from 'zod';
import type { AnswerByToken } from '@/lib/contract/device';
import { selectByToken } from '@/lib/devices/devices.sql';
import { AppError } from '@/lib/errors';
import { isId, sha256 } from '@/lib/ids';
import { type AnswerOutcome, answerQuestion } from '@/lib/questions/answer';

/**
 * Answers from a notification's button: no cookie, only the one-use token of one question on one device (spec 3.3). Throws AppError
 * `unauthorized` for a token that is not good here, without saying why; a lost race is an outcome, not an error.
 */
export async function answerByToken(input: z.output<typeof AnswerByToken>): Promise<AnswerOutcome> {
  const { questionId, deliveryId, token, value } = input;
  const refuse = () =>
    new AppError('unauthorized', 'This notification can no longer answer. Open the question instead.', {
      hint: 'Open the question.',
    });
  if (!isId(questionId) || !isId(deliveryId)) throw refuse();
  // Hashes are compared by the database: what an attacker could time is a hash of what they sent, not the token.
  const found = await selectByToken(deliveryId, questionId, sha256(token));
  if (!found?.known) throw refuse();
  const source = found.channel === 'mobile' ? 'mobile_background' : 'answer_link';
  return answerQuestion(
    {
      by: 'device',
      workspaceId: found.workspace_id,
      memberId: found.member_id,
      endUserId: found.end_user_id,
      deviceId: found.device_id,
      deliveryId,
      channel: found.channel,
    },
    { id: questionId, value, source },
  );
}
