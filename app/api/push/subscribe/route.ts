import { SubscribeDevice } from '@/lib/contract/device';
import { subscribeDevice } from '@/lib/devices/subscribe';
import { withApi } from '@/lib/http/with-api';

/** Connects this browser to the signed-in member. */
export const POST = withApi({ access: { member: true }, body: SubscribeDevice }, async ({ actor, body, request }) => {
  const device = await subscribeDevice(actor, body, request.headers.get('user-agent') ?? '');
  return { deviceId: device.id, name: device.name };
});
