import { CheckDevice } from '@/lib/contract/device';
import { standingOf } from '@/lib/devices/devices.sql';
import { withApi } from '@/lib/http/with-api';

/** Compares the browser's subscription with the server's, on every open: what differs is repaired by the page. */
export const POST = withApi({ access: { member: true }, body: CheckDevice }, ({ actor, body }) =>
  standingOf(actor, body.endpoint),
);
