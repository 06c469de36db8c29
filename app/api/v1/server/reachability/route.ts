import { getReachability } from '@/lib/contract/operations/end-users';
import { reachability } from '@/lib/end-users/reachability';
import { withOperation } from '@/lib/http/with-operation';

export const GET = withOperation(getReachability, ({ actor, query }) => reachability(actor, query.externalId));

export {
  noSuchMethod as DELETE,
  noSuchMethod as PATCH,
  noSuchMethod as POST,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
