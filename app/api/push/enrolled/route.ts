import { EnrolledDevice } from '@/lib/contract/end-user';
import { isOn } from '@/lib/end-users/enrol-device';
import { withApi } from '@/lib/http/with-api';

/** Whether this browser is on for the person that the link was made for. */
export const POST = withApi(
  { access: { anybody: { limit: 60, windowMs: 60_000 }, per: 'token' }, body: EnrolledDevice },
  ({ body }) => isOn(body.token, body.endpoint),
);
