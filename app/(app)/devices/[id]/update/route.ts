import { changeDevice } from '@/lib/devices/manage';
import { fieldsOf, withForm } from '@/lib/http/with-form';

/** Renames, tags and sets up one of the member's devices. */
export const POST = withForm({ back: () => '/devices' }, async ({ actor, params, form }) => {
  await changeDevice(actor, params.id ?? '', fieldsOf(form));
  return '/devices?done=saved';
});
