import { fieldsOf, withForm } from '@/lib/http/with-form';
import { declineSuggestion } from '@/lib/policies/suggestions';

/** Suggests that rule no more. */
export const POST = withForm({ back: () => '/policies' }, async ({ actor, form }) => {
  await declineSuggestion(actor, fieldsOf(form));
  return '/policies?done=declined';
});
