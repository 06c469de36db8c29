import { EnrolDevice } from '@/lib/contract/end-user';
import { enrolDevice } from '@/lib/end-users/enrol-device';
import { withApi } from '@/lib/http/with-api';

/** Connects an end user's browser: the token of its link is all the authority there is. */
export const POST = withApi(
  { access: { anybody: { limit: 20, windowMs: 60_000 }, per: 'token' }, body: EnrolDevice },
  ({ body, request }) => enrolDevice(body, request.headers.get('user-agent') ?? ''),
);
