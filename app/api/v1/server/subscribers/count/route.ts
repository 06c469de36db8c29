import { countSubscribers } from '@/lib/contract/operations/subscribers';
import { withOperation } from '@/lib/http/with-operation';
import { countSubscribers as count } from '@/lib/subscribers/count';

export const GET = withOperation(countSubscribers, ({ actor }) => count(actor));

export {
  noSuchMethod as DELETE,
  noSuchMethod as PATCH,
  noSuchMethod as POST,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
