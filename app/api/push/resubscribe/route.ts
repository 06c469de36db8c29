import { Resubscribe } from '@/lib/contract/device';
import { resubscribeDevice } from '@/lib/devices/subscribe';
import { withApi } from '@/lib/http/with-api';

/** The service worker reports a replaced subscription; it may have no cookie, so the old endpoint is the authority. */
export const POST = withApi(
  { access: { anybody: { limit: 10, windowMs: 60_000 }, per: 'oldEndpoint' }, body: Resubscribe },
  async ({ body }) => ({ replaced: await resubscribeDevice(body.oldEndpoint, body.subscription) }),
);
