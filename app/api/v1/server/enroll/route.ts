import { enrollEndUser } from '@/lib/contract/operations/end-users';
import { enrollEndUser as enroll } from '@/lib/end-users/enroll';
import { withOperation } from '@/lib/http/with-operation';

export const POST = withOperation(enrollEndUser, ({ actor, body }) => enroll(actor, body.externalId));

export {
  noSuchMethod as DELETE,
  noSuchMethod as GET,
  noSuchMethod as PATCH,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
