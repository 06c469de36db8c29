import { getOperatorAsk } from '@/lib/contract/operations/ask';
import { withOperation } from '@/lib/http/with-operation';
import { getOperatorAsk as get } from '@/lib/questions/operator-ask';

export const GET = withOperation(getOperatorAsk, ({ actor, params, query, receivedAt, signal }) =>
  get(actor, params.correlationId, query.wait * 1000, { receivedAt, signal }),
);

export {
  noSuchMethod as DELETE,
  noSuchMethod as PATCH,
  noSuchMethod as POST,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
