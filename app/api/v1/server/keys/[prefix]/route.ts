import { revokeBoundKey } from '@/lib/contract/operations/keys';
import { withOperation } from '@/lib/http/with-operation';
import { revokeBoundKey as revoke } from '@/lib/keys/bound';

export const DELETE = withOperation(revokeBoundKey, ({ actor, params }) => revoke(actor, params.prefix));

export {
  noSuchMethod as GET,
  noSuchMethod as PATCH,
  noSuchMethod as POST,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
