import { renameDevice } from '@/lib/devices/manage';
import { withForm } from '@/lib/http/with-form';

/** Renames and tags one of the member's devices. */
export const POST = withForm({ back: () => '/devices' }, async ({ actor, params, form }) => {
  await renameDevice(actor, params.id ?? '', {
    name: form.get('name') ?? undefined,
    tags: form.get('tags') ?? undefined,
  });
  return '/devices?done=saved';
});
