import { CheckDevice } from '@/lib/contract/device';
import { seeDevice } from '@/lib/devices/devices.sql';
import { withApi } from '@/lib/http/with-api';

/** Compares the browser's subscription with the server's, on every open: what differs is repaired by the page. */
export const POST = withApi({ access: { member: true }, body: CheckDevice }, async ({ actor, body }) => {
  const device = await seeDevice(actor.memberId, body.endpoint);
  return { known: device?.status === 'active', deviceId: device?.id ?? null };
});
