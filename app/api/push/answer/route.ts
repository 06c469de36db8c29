import { AnswerByToken } from '@/lib/contract/device';
import { answerByToken } from '@/lib/devices/answer-by-token';
import { withApi } from '@/lib/http/with-api';
import { answerReceipt } from '@/lib/questions/receipt';

/** An answer from a notification's button, without a cookie: the token in the body is one question's, one device's, one use. */
export const POST = withApi(
  { access: { anybody: { limit: 30, windowMs: 60_000 }, per: 'deliveryId' }, body: AnswerByToken },
  async ({ body }) => answerReceipt(await answerByToken(body)),
);
