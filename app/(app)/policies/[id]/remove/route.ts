import { withForm } from '@/lib/http/with-form';
import { removeRule } from '@/lib/policies/remove-rule';

/** Takes a rule away. */
export const POST = withForm({ back: () => '/policies' }, async ({ actor, params }) => {
  await removeRule(actor, params.id ?? '');
  return '/policies?done=removed';
});
