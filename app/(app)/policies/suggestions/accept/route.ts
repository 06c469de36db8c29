import { fieldsOf, withForm } from '@/lib/http/with-form';
import { acceptSuggestion } from '@/lib/policies/suggestions';

/** Makes the rule that was suggested. */
export const POST = withForm({ back: () => '/policies' }, async ({ actor, form }) => {
  const { id } = await acceptSuggestion(actor, fieldsOf(form));
  return `/policies?done=made#rule-${id}`;
});
