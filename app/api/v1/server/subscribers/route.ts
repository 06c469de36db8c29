import { listSubscribers } from '@/lib/contract/operations/subscribers';
import { withOperation } from '@/lib/http/with-operation';
import { listSubscribers as list } from '@/lib/subscribers/list';

export const GET = withOperation(listSubscribers, ({ actor, query }) => list(actor, query));

export {
  noSuchMethod as DELETE,
  noSuchMethod as PATCH,
  noSuchMethod as POST,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
