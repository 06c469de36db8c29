import { orBackToField, ruleOfForm } from '@/lib/http/rule-form';
import { withForm } from '@/lib/http/with-form';
import { saveRule } from '@/lib/policies/save-rule';

/** Makes a rule, in place of the one for the same pattern in the same place. */
export const POST = withForm({ back: () => '/policies/new' }, ({ actor, form }) =>
  orBackToField('/policies/new', form, async () => {
    const { id } = await saveRule(actor, ruleOfForm(form));
    return `/policies?done=made#rule-${id}`;
  }),
);
