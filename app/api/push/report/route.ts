import { DeliveryEvent } from '@/lib/contract/device';
import { reportDelivery } from '@/lib/devices/report-delivery';
import { withApi } from '@/lib/http/with-api';

/** The service worker says what happened to a push; the delivery's random id is known only to the device that got it. */
export const POST = withApi(
  { access: { anybody: { limit: 30, windowMs: 60_000 }, per: 'deliveryId' }, body: DeliveryEvent },
  async ({ body }) => {
    await reportDelivery(body.deliveryId, body.event);
    return {};
  },
);
