import { site } from '@/lib/contract/operations/site';
import { withOperation } from '@/lib/http/with-operation';
import { describeKey } from '@/lib/keys/describe-key';
import { version } from '@/package.json';

/** Who this key is, and which Nod answers. */
export const GET = withOperation(site, async ({ actor }) => ({ version, ...(await describeKey(actor)) }));
