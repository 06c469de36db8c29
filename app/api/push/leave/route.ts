import { LeaveDevice } from '@/lib/contract/end-user';
import { leaveDevice } from '@/lib/end-users/enrol-device';
import { withApi } from '@/lib/http/with-api';

/** Turns an end user's browser off: knowing its endpoint is the authority, as for replacing it. */
export const POST = withApi(
  { access: { anybody: { limit: 20, windowMs: 60_000 }, per: 'endpoint' }, body: LeaveDevice },
  ({ body }) => leaveDevice(body.endpoint),
);
