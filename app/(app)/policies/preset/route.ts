import { fieldsOf, withForm } from '@/lib/http/with-form';
import { setPreset } from '@/lib/policies/set-preset';

/** Chooses what happens where no rule says anything. */
export const POST = withForm({ back: () => '/policies' }, async ({ actor, form }) => {
  await setPreset(actor, fieldsOf(form));
  return '/policies?done=preset';
});
