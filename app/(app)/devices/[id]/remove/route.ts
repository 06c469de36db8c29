import { removeDevice } from '@/lib/devices/manage';
import { withForm } from '@/lib/http/with-form';

/** Takes one of the member's devices out of use. */
export const POST = withForm({ back: () => '/devices' }, async ({ actor, params }) => {
  await removeDevice(actor, params.id ?? '');
  return '/devices?done=removed';
});
