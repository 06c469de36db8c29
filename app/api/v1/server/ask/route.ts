import { askOperator } from '@/lib/contract/operations/ask';
import { withOperation } from '@/lib/http/with-operation';
import { askOperator as ask } from '@/lib/questions/operator-ask';

export const POST = withOperation(askOperator, ({ actor, body, receivedAt, signal }) =>
  ask(actor, body, { receivedAt, signal }),
);

export {
  noSuchMethod as DELETE,
  noSuchMethod as GET,
  noSuchMethod as PATCH,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
