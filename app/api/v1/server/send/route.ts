import { send } from '@/lib/contract/operations/send';
import { withOperation } from '@/lib/http/with-operation';
import { sendOnce } from '@/lib/notifications/send-once';

export const POST = withOperation(send, ({ actor, body }) => sendOnce(actor, body));

export {
  noSuchMethod as DELETE,
  noSuchMethod as GET,
  noSuchMethod as PATCH,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
