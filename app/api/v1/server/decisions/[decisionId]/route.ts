import { answerDecision, cancelDecision, getDecision } from '@/lib/contract/operations/decisions';
import { answerDecision as answer } from '@/lib/decisions/answer';
import { cancelDecision as cancel } from '@/lib/decisions/cancel';
import { getDecision as get } from '@/lib/decisions/get';
import { withOperation } from '@/lib/http/with-operation';

export const GET = withOperation(getDecision, ({ actor, params, query, ...call }) =>
  get(actor, params.decisionId, query.wait * 1000, call),
);

export const POST = withOperation(answerDecision, ({ actor, params, body }) =>
  answer(actor, params.decisionId, body.answer),
);

export const DELETE = withOperation(cancelDecision, ({ actor, params }) => cancel(actor, params.decisionId));

export { noSuchMethod as PATCH, noSuchMethod as PUT } from '@/lib/http/no-such-method';
