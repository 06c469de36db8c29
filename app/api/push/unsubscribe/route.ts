import { CheckDevice } from '@/lib/contract/device';
import { unsubscribeEndpoint } from '@/lib/devices/devices.sql';
import { withApi } from '@/lib/http/with-api';

/** Turns this browser off for the signed-in member; it stays off until they turn it on again. */
export const POST = withApi({ access: { member: true }, body: CheckDevice }, async ({ actor, body }) => ({
  unsubscribed: await unsubscribeEndpoint(actor.memberId, body.endpoint),
}));
