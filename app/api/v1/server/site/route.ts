import { withApi } from '@/lib/http/with-api';
import { describeKey } from '@/lib/keys/describe-key';
import { version } from '@/package.json';

/** Who this key is, and which Nod answers. */
export const GET = withApi(
  { access: { key: ['connector', 'agent', 'full', 'bound', 'sandbox'] } },
  async ({ actor }) => ({
    version,
    ...(await describeKey(actor)),
  }),
);
