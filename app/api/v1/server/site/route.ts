import { site } from '@/lib/contract/operations/site';
import { withOperation } from '@/lib/http/with-operation';
import { describeKey } from '@/lib/keys/describe-key';
import { version } from '@/package.json';

/** Who this key is, and which Nod answers. */
export const GET = withOperation(site, async ({ actor }) => ({ version, ...(await describeKey(actor)) }));

export {
  noSuchMethod as DELETE,
  noSuchMethod as PATCH,
  noSuchMethod as POST,
  noSuchMethod as PUT,
} from '@/lib/http/no-such-method';
